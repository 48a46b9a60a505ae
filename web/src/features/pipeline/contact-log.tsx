import { NativeSelect } from '@mantine/core'
import type { ContactAttempt } from '@raahi/contract/contact-log'
import {
  type ContactOutcome,
  channelLabels,
  contactOutcomes,
} from '@raahi/contract/pipeline-labels'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { notifyError } from '../../ui/toast.ts'
import { OtherPerson, useIsOwn } from '../account/public/other-person.tsx'
import classes from './public/card-details.module.css'
import { useSetOutcome } from './public/pipeline.api.ts'

const options = Object.entries(contactOutcomes).map(([value, label]) => ({ value, label }))

/** Calls and messages with their outcomes, newest first. */
export function ContactLog({ contacts }: { contacts: readonly ContactAttempt[] }) {
  if (contacts.length === 0) {
    return (
      <p className={classes.quiet}>
        Your calls and messages from Raahi appear here. They count as proof if you request a
        replacement.
      </p>
    )
  }
  return (
    <ul className={classes.list} aria-label="Contact log">
      {contacts.map((contact) => (
        <Contact key={contact._id} contact={contact} />
      ))}
    </ul>
  )
}

/** Only the person who tapped enters the outcome. */
function Contact({ contact }: { contact: ContactAttempt }) {
  const { _id, channel, tappedAt, outcome, byId } = contact
  const set = useSetOutcome()
  const isOwn = useIsOwn(byId)
  return (
    <li className={classes.line}>
      <span>
        <strong>{channelLabels[channel]}</strong>
        <br />
        <span className={classes.quiet}>
          <DateTime value={tappedAt} />
          <OtherPerson {...contact} />
        </span>
      </span>
      {isOwn ? (
        <NativeSelect
          className={classes.outcome}
          size="sm"
          aria-label={`Outcome of ${channelLabels[channel]}, ${formatDateTime(tappedAt)}`}
          data={outcome ? options : [{ value: '', label: 'Add outcome' }, ...options]}
          value={outcome ?? ''}
          disabled={set.isPending}
          onChange={(event) => {
            const chosen = event.currentTarget.value as ContactOutcome
            set.mutate(
              { id: _id, body: { outcome: chosen } },
              {
                onError: (error) =>
                  notifyError(errorWithReason(error, 'The outcome could not be saved.')),
              },
            )
          }}
        />
      ) : (
        <span>{outcome ? contactOutcomes[outcome] : 'No outcome'}</span>
      )}
    </li>
  )
}
