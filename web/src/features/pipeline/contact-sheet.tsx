import { useSignedInUser } from '../../lib/session.ts'
import classes from './outcome-question.module.css'
import { OutcomeQuestion } from './outcome-question.tsx'
import { everyLead, useTapRecords, useTaps } from './public/contact-taps.ts'

/** Records taps on contacts on every screen, and asks at the lower edge for the outcome of the last one. */
export default function ContactSheet() {
  const { tap, askedOnScreen } = useTaps()
  const { _id: userId } = useSignedInUser()
  useTapRecords()
  if (!tap || tap.userId !== userId) return null
  if (askedOnScreen === everyLead || askedOnScreen === tap.leadId) return null
  return (
    <div className={classes.sheet}>
      <OutcomeQuestion key={tap.id} tap={tap} />
    </div>
  )
}
