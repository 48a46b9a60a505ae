import { useEffect } from 'react'
import { OutcomeQuestion } from '../outcome-question.tsx'
import classes from './card-details.module.css'
import { everyLead, useTaps } from './contact-taps.ts'

/**
 * Asks in the page for the outcome of the last call or message, instead of at the lower edge.
 * @param props.leadId the lead of the screen, or `everyLead`
 */
export function LeadOutcome({ leadId }: { leadId: string }) {
  const tap = useTaps((state) => state.tap)
  useEffect(() => {
    useTaps.setState({ askedOnScreen: leadId })
    return () => useTaps.setState({ askedOnScreen: null })
  }, [leadId])
  if (!tap || (leadId !== everyLead && tap.leadId !== leadId)) return null
  return (
    <div className={classes.ask}>
      <OutcomeQuestion key={tap.id} tap={tap} />
    </div>
  )
}
