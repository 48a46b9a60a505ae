import type { ContactAttempt } from '@raahi/contract/contact-log'
import { channelLabels, contactOutcomes } from '@raahi/contract/pipeline-labels'
import { formatCount } from '../../lib/counts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import queue from '../../ui/queue-item.module.css'
import { OtherPerson } from '../account/public/other-person.tsx'
import classes from './request-contacts.module.css'

/** The agent's attempts to reach the traveller, from the contact log. */
export function RequestContacts({ contacts }: { contacts: readonly ContactAttempt[] }) {
  const latest = contacts[0]
  if (!latest) return <p className={queue.quiet}>The agent’s contact log is empty.</p>
  return (
    <details className={classes.log}>
      <summary>
        Contact log ({formatCount(contacts.length)}): {describe(latest)},{' '}
        <DateTime value={latest.tappedAt} />
      </summary>
      <ul aria-label="Contact log of the agent">
        {contacts.map((contact) => (
          <li key={contact._id}>
            <DateTime value={contact.tappedAt} />
            <OtherPerson {...contact} /> · {describe(contact)}
            {contact.receivedAt && isLater(contact.receivedAt, contact) && (
              <>
                , received <DateTime value={contact.receivedAt} />
              </>
            )}
            {contact.outcomeAt && isLater(contact.outcomeAt, contact) && (
              <>
                , entered <DateTime value={contact.outcomeAt} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

const describe = ({ channel, outcome }: ContactAttempt) =>
  `${channelLabels[channel]}, ${outcome ? contactOutcomes[outcome].toLowerCase() : 'no outcome entered'}`

const hourMs = 3_600_000

/**
 * Whether an entry was received or its outcome entered over an hour after the contact. Such entries are less reliable.
 */
const isLater = (at: string, { tappedAt }: ContactAttempt) =>
  Date.parse(at) - Date.parse(tappedAt) > hourMs
