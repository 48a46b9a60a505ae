import type { Enquiry } from '@raahi/contract/enquiries'
import { IconAlertTriangle, IconCheck, IconClockExclamation } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ageTone, formatAge } from '../../../lib/ages.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { formatTripKinds, travellerSplit, tripLength } from '../../leads/format-lead.ts'
import { leadAddress } from '../../leads/lead-address.ts'
import { TripRoute } from '../../leads/trip-route.tsx'
import { qualityHints, rejectReasonLabels } from '../enquiry-labels.ts'
import classes from './enquiry-item.module.css'

type OfEnquiry = { enquiry: Enquiry }

/** How long it has waited, which stands out after three days; how old it is once decided. */
export function EnquiryAge({ enquiry: { status, createdAt } }: OfEnquiry) {
  const now = new Date()
  const age = formatAge(createdAt, now)
  if (status !== 'new') return <span className={classes.age}>{age} ago</span>
  return (
    <span className={classes.age} data-tone={ageTone(createdAt, now)}>
      <IconClockExclamation size={16} stroke={2} aria-hidden />
      Waiting {age}
    </span>
  )
}

/** Whether it is worth a call, at a glance. */
export function QualityList({ enquiry }: OfEnquiry) {
  return (
    <ul className={classes.hints} aria-label={`Quality of ${enquiry.reference}`}>
      {qualityHints(enquiry).map(({ good, text }) => (
        <li key={text} className={classes.hint} data-good={good || undefined}>
          {good ? (
            <IconCheck size={16} stroke={2.25} aria-hidden />
          ) : (
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
          )}
          {text}
        </li>
      ))}
    </ul>
  )
}

export function TripPart({ enquiry }: OfEnquiry) {
  const { travelDate } = enquiry
  const length = tripLength(enquiry)
  const group = travellerSplit(enquiry)
  return (
    <Part title="Trip">
      <p className={classes.strong}>
        <TripRoute trip={enquiry} />
      </p>
      <p className={classes.quiet}>{formatTripKinds(enquiry)}</p>
      <p className={classes.quiet}>
        {travelDate ? (
          <>
            From <DateTime value={travelDate} dateOnly />
          </>
        ) : (
          'No date yet'
        )}
        {length && `, ${length}`}
      </p>
      {group && <p className={classes.quiet}>{group}</p>}
    </Part>
  )
}

/** Where it came from, when, and what the traveller agreed to. */
export function OriginPart({ enquiry }: OfEnquiry) {
  const { source, createdAt, correctedAt, consentText, consentAt } = enquiry
  return (
    <Part title="Origin">
      <p className={classes.quiet}>
        {source}, <DateTime value={createdAt} />
      </p>
      {correctedAt && (
        <p className={classes.quiet}>
          Corrected <DateTime value={correctedAt} />
        </p>
      )}
      <details className={classes.consent}>
        <summary>
          Agreed <DateTime value={consentAt} />
        </summary>
        <p>“{consentText}”</p>
      </details>
    </Part>
  )
}

/** What has become of it, by whom and when; nothing while it waits. */
export function EnquiryOutcome({ enquiry }: OfEnquiry) {
  const { status, decidedAt, decidedBy, rejectReason, withdrawnAt, lead } = enquiry
  if (status === 'new') return null
  return (
    <div className={classes.outcome}>
      {decidedAt && (
        <p>
          {rejectReason
            ? `Rejected (${rejectReasonLabels[rejectReason].toLowerCase()})`
            : 'Converted'}
          {decidedBy && (
            <>
              {' '}
              by <bdi>{decidedBy.name}</bdi>
            </>
          )}{' '}
          <DateTime value={decidedAt} />
          {lead && (
            <>
              {': '}
              <LeadLink lead={lead} />
            </>
          )}
        </p>
      )}
      {withdrawnAt && (
        <p>
          Withdrawn by the traveller <DateTime value={withdrawnAt} />
          {lead?.satatus === 'sold' &&
            '. We have asked the agent who bought the lead not to contact them.'}
        </p>
      )}
    </div>
  )
}

/** The lead it became, and the way to it while it is on the list. */
function LeadLink({ lead }: { lead: NonNullable<Enquiry['lead']> }) {
  if (lead.deleted) return <>{lead.leadId}, which has left every list</>
  return (
    <>
      <Link to={leadAddress(lead)}>{lead.leadId}</Link>
      {lead.satatus === 'sold' ? ', sold' : lead.expired ? ', expired' : ', for sale'}
    </>
  )
}

export function Part({
  title,
  wide,
  children,
}: {
  title: string
  wide?: true
  children: ReactNode
}) {
  return (
    <div className={classes.part} data-wide={wide}>
      <h4 className={classes.partTitle}>{title}</h4>
      {children}
    </div>
  )
}
