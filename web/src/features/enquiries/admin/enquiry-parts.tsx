import type { Enquiry } from '@raahi/contract/enquiries'
import { statusOf } from '@raahi/contract/lead-status'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DateTime } from '../../../ui/date-time.tsx'
import item from '../../../ui/queue-item.module.css'
import { QueueItemPart } from '../../../ui/queue-item.tsx'
import { callAnswerLabels } from '../../call-reports/public/call-report-labels.ts'
import { formatTripKinds, travellerSplit, tripLength } from '../../lead-facts/public/format-lead.ts'
import { leadAddress, sourceAddress } from '../../lead-facts/public/lead-address.ts'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'
import { userAddress } from '../../users/public/user-labels.ts'
import { qualityHints, rejectReasonLabels } from '../enquiry-labels.ts'
import classes from './enquiry-detail.module.css'

export type OfEnquiry = { enquiry: Enquiry }

/** Hints on whether the enquiry is worth a call. */
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
  const { travelDate, travelMonth } = enquiry
  const length = tripLength(enquiry)
  const group = travellerSplit(enquiry)
  return (
    <QueueItemPart title="Trip">
      <p className={item.strong}>
        <TripRoute trip={enquiry} />
      </p>
      <p className={item.quiet}>{formatTripKinds(enquiry)}</p>
      <p className={item.quiet}>
        {travelDate ? (
          <>
            From <DateTime value={travelDate} dateOnly />
          </>
        ) : (
          (travelMonth && `In ${travelMonth}`) || 'No date yet'
        )}
        {length && `, ${length}`}
      </p>
      {group && <p className={item.quiet}>{group}</p>}
    </QueueItemPart>
  )
}

/** What the traveller wrote in the form of another source. Renders nothing without it. */
export function AnswersPart({ enquiry: { message, extra } }: OfEnquiry) {
  const answers = Object.entries(extra)
  if (!message && answers.length === 0) return null
  return (
    <QueueItemPart title="Further answers" wide>
      {message && <p className={classes.answer}>“{message}”</p>}
      {answers.map(([question, answer]) => (
        <p key={question} className={classes.answer}>
          <span className={item.quiet}>{question}</span> {answer}
        </p>
      ))}
    </QueueItemPart>
  )
}

/** The source and time of the enquiry, and the consents of the traveller. */
export function OriginPart({ enquiry }: OfEnquiry) {
  const { source, arrivedBy, createdAt, correctedAt, consentText, consentAt } = enquiry
  return (
    <QueueItemPart title="Origin">
      <p className={item.quiet}>
        <Link to={sourceAddress(arrivedBy)}>{arrivedBy.name}</Link>, <DateTime value={createdAt} />
      </p>
      <p className={item.quiet}>Found Raahi by: {source}</p>
      {correctedAt && (
        <p className={item.quiet}>
          Corrected <DateTime value={correctedAt} />
        </p>
      )}
      <details className={classes.consent}>
        <summary>
          Agreed <DateTime value={consentAt} />
        </summary>
        <p>“{consentText}”</p>
      </details>
    </QueueItemPart>
  )
}

/** The decision on the enquiry, with admin and time. Renders nothing before a decision. */
export function EnquiryOutcome({ enquiry }: OfEnquiry) {
  const { status, decidedAt, decidedBy, rejectReason, withdrawnAt, lead, callReport } = enquiry
  if (status === 'new') return null
  return (
    <div className={item.outcome}>
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
      {callReport && (
        <p>
          The traveller said {callReport.times > 1 && 'again '}
          <DateTime value={callReport.reportedAt} /> that no one has called.{' '}
          <Link to={userAddress(callReport.agent)}>
            <bdi>{callReport.agent.companyName}</bdi>
          </Link>
          {callReport.answer ? (
            <>
              {' '}
              answered <DateTime value={callReport.answeredAt} />: ‘
              {callAnswerLabels[callReport.answer]}’.
            </>
          ) : (
            ' has not answered yet.'
          )}
        </p>
      )}
      {withdrawnAt && (
        <p>
          Withdrawn by the traveller <DateTime value={withdrawnAt} />
          {lead &&
            statusOf(lead) === 'sold' &&
            '. We have asked the agent who bought the lead not to contact them.'}
        </p>
      )}
    </div>
  )
}

/** The lead that the enquiry became, as a link while the lead is listed. */
function LeadLink({ lead }: { lead: NonNullable<Enquiry['lead']> }) {
  if (lead.deleted) return <>{lead.leadId}, which has left every list</>
  return (
    <>
      <Link to={leadAddress(lead)}>{lead.leadId}</Link>
      {statusOf(lead) === 'sold'
        ? ', sold'
        : lead.corrections.length > 0
          ? ', under review'
          : lead.expired
            ? ', expired'
            : ', for sale'}
    </>
  )
}
