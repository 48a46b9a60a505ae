import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenForTaps, useTaps } from './contact-taps.ts'
import classes from './outcome-question.module.css'
import { OutcomeQuestion } from './outcome-question.tsx'
import { readPipelineAgain } from './pipeline.api.ts'

/** Records taps on contacts on every screen, and asks at the lower edge what came of the last one. */
export default function ContactSheet() {
  const client = useQueryClient()
  const { tap, askedInDrawer } = useTaps()
  useEffect(() => listenForTaps(() => void readPipelineAgain(client)), [client])
  if (!tap || tap.leadId === askedInDrawer) return null
  return (
    <div className={classes.sheet}>
      <OutcomeQuestion key={tap.id} tap={tap} />
    </div>
  )
}
