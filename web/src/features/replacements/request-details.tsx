import { formatPhone } from '@raahi/contract/formats'
import { rejectionLabel } from '@raahi/contract/replacement-reasons'
import {
  parseReplacementReason,
  type ReplacementRequest,
  replacementReasonLabel,
} from '@raahi/contract/replacements'
import { IconArrowBackUp } from '@tabler/icons-react'
import { DateTime } from '../../ui/date-time.tsx'
import classes from '../../ui/queue-item.module.css'
import { QueueItemAge, QueueItemPart } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ContactLines } from '../lead-facts/public/contact-lines.tsx'
import { formatTripKinds } from '../lead-facts/public/format-lead.ts'
import { TripRoute } from '../lead-facts/public/trip-route.tsx'
import { CheckResults } from './check-results.tsx'
import { RequestContacts } from './request-contacts.tsx'
import { paidText, rateText, requestHistoryText, requestStatusLabels } from './request-labels.ts'
import { RequestPictures } from './request-pictures.tsx'

const statusTones = { pending: 'warning', approved: 'notice', rejected: 'danger' } as const

/** Badges: appeal, status, and the age of the request. */
export function RequestBadges({ request }: { request: ReplacementRequest }) {
  const { attempt, status, createdAt } = request
  return (
    <>
      {attempt > 1 && <StatusBadge tone="notice">Appeal</StatusBadge>}
      <StatusBadge
        tone={statusTones[status]}
        icon={status === 'approved' ? IconArrowBackUp : undefined}
      >
        {requestStatusLabels[status]}
      </StatusBadge>
      <QueueItemAge since={createdAt} waiting={status === 'pending'} />
    </>
  )
}

interface RequestDetailsProps {
  request: ReplacementRequest
  /** False in a list of one user's requests, where the agent is known. */
  showAgent?: boolean
}

/** What a decision needs: the reason beside the evidence, the agent, the lead with its contact, and the payment. */
export function RequestDetails({ request, showAgent = true }: RequestDetailsProps) {
  const { lead, appealsAgainst } = request
  return (
    <>
      <div className={classes.sides}>
        <div>
          <Reason reason={request.reason} />
          <RequestPictures pictures={[...(appealsAgainst?.pictures ?? []), ...request.pictures]} />
        </div>
        <div>
          <Evidence request={request} />
          <RequestContacts contacts={request.contactLog} />
          {request.appealsAgainst && <AppealedDecision {...request.appealsAgainst} />}
        </div>
      </div>
      <div className={classes.parts} data-columns={showAgent ? undefined : 2}>
        {showAgent && <AgentPart request={request} />}
        <QueueItemPart title="Lead" wide>
          <p>
            <TripRoute trip={lead} />
          </p>
          <p className={classes.quiet}>
            {formatTripKinds(lead)}
            {lead.travelDate && (
              <>
                , <DateTime value={lead.travelDate} dateOnly />
              </>
            )}
          </p>
          <ContactLines
            name={lead.name}
            phone={lead.phone}
            email={lead.email}
            marks={lead}
            hasEmail={lead.hasEmail}
          />
        </QueueItemPart>
        <QueueItemPart title="Paid">
          <p className={classes.strong}>{paidText(request)}</p>
          <p className={classes.quiet}>
            Bought <DateTime value={request.purchasedAt} />
          </p>
          <p className={classes.quiet}>
            Asked <DateTime value={request.createdAt} />
          </p>
          {!showAgent && <p className={classes.quiet}>{requestHistoryText(request)}</p>}
        </QueueItemPart>
      </div>
    </>
  )
}

/** The results of the automatic checks, and whether an admin must decide because of the agent's return rate. */
function Evidence({ request: { checks, traveller, returnRate } }: { request: ReplacementRequest }) {
  if (checks.length === 0) return null
  return (
    <div className={classes.evidence}>
      <CheckResults checks={checks} traveller={traveller} reader="admin" />
      {returnRate && <p className={classes.quiet}>{rateText(returnRate)}</p>}
    </div>
  )
}

/** The rejection that an appeal contests. */
function AppealedDecision(appealed: NonNullable<ReplacementRequest['appealsAgainst']>) {
  return (
    <div className={classes.evidence}>
      <p>
        <span className={classes.strong}>Rejected before</span>{' '}
        <DateTime value={appealed.rejectedAt} />
        {appealed.rejectedBy && (
          <>
            {' '}
            by <bdi>{appealed.rejectedBy.name}</bdi>
          </>
        )}
      </p>
      <p className={classes.quiet}>First request: {appealed.reason}</p>
      <Rejection {...appealed} />
    </div>
  )
}

/** The code and the text of a rejection. */
export function Rejection({
  rejectionCode,
  rejectionReason,
}: Pick<ReplacementRequest, 'rejectionCode' | 'rejectionReason'>) {
  const label = rejectionLabel(rejectionCode)
  if (!label && !rejectionReason) return null
  return (
    <p className={classes.text}>
      <span className={classes.strong}>{label ?? 'Reason given'}</span>
      {rejectionReason && <> · {rejectionReason}</>}
    </p>
  )
}

function Reason({ reason }: { reason: string }) {
  const { code, text } = parseReplacementReason(reason)
  return (
    <blockquote className={classes.quote}>
      <span className={classes.strong}>{replacementReasonLabel(code)}</span>
      {text && <p className={classes.text}>{text}</p>}
    </blockquote>
  )
}

function AgentPart({ request }: { request: ReplacementRequest }) {
  const { user } = request
  return (
    <QueueItemPart title="Agent">
      <p className={classes.strong}>
        <bdi>{user.name}</bdi>
      </p>
      <p className={classes.quiet}>
        <bdi>{user.companyName}</bdi>
      </p>
      <p className={classes.quiet}>
        <a href={`mailto:${user.email}`}>{user.email}</a>
      </p>
      {user.phone && (
        <p className={classes.quiet}>
          <a href={`tel:${user.phone}`}>{formatPhone(user.phone)}</a>
        </p>
      )}
      <p className={classes.quiet}>{requestHistoryText(request)}</p>
    </QueueItemPart>
  )
}
