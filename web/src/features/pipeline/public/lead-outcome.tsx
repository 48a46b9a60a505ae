import { useEffect } from 'react'
import { OutcomeQuestion } from '../outcome-question.tsx'
import classes from './card-details.module.css'
import { useTaps } from './contact-taps.ts'

/** Asks on a screen of the lead for the outcome of the last call or message, instead of at the lower edge. */
export function LeadOutcome({ leadId }: { leadId: string }) {
  const tap = useTaps((state) => state.tap)
  useEffect(() => {
    useTaps.setState({ askedOnScreen: leadId })
    return () => useTaps.setState({ askedOnScreen: null })
  }, [leadId])
  if (tap?.leadId !== leadId) return null
  return (
    <div className={classes.ask}>
      <OutcomeQuestion key={tap.id} tap={tap} />
    </div>
  )
}
