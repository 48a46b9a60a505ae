import { useEffect } from 'react'
import { OutcomeQuestion } from '../outcome-question.tsx'
import classes from './card-details.module.css'
import { useTaps } from './contact-taps.ts'

/** Asks in a lead's drawer for the outcome of the last call or message. */
export function LeadOutcome({ leadId }: { leadId: string }) {
  const tap = useTaps((state) => state.tap)
  useEffect(() => {
    useTaps.setState({ askedInDrawer: leadId })
    return () => useTaps.setState({ askedInDrawer: null })
  }, [leadId])
  if (tap?.leadId !== leadId) return null
  return (
    <div className={classes.ask}>
      <OutcomeQuestion key={tap.id} tap={tap} />
    </div>
  )
}
