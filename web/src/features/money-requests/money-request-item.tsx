import { Anchor, Button } from '@mantine/core'
import { formatExactRupees } from '@raahi/contract/formats'
import type { MoneyRequest, MoneyRequestStatus } from '@raahi/contract/money-requests'
import { Link } from 'react-router'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem, QueueItemAge } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { nameOf, userAddress } from '../users/public/user-labels.ts'
import classes from './money-requests.module.css'

const looks = {
  approved: { tone: 'success', text: 'Approved' },
  declined: { tone: 'danger', text: 'Declined' },
  expired: { tone: 'neutral', text: 'Expired' },
} as const satisfies Record<Exclude<MoneyRequestStatus, 'pending'>, object>

export const kindLabels: Record<MoneyRequest['kind'], string> = {
  recharge: 'Recharge',
  refund: 'Refund',
}

interface MoneyRequestItemProps {
  request: MoneyRequest
  onDecide: (action: 'approve' | 'decline') => void
}

/** One request: what it moves, who asked, and who decided. */
export function MoneyRequestItem({ request, onDecide }: MoneyRequestItemProps) {
  const { kind, status, amount, user, canDecide, askedAt } = request
  // A request that waits says for how long.
  const look = status === 'pending' ? null : looks[status]
  const title = `${kindLabels[kind]} of ${formatExactRupees(amount)}`
  const name = `${title} for ${nameOf(user)}`
  return (
    <QueueItem
      title={title}
      badges={
        <>
          {look && <StatusBadge tone={look.tone}>{look.text}</StatusBadge>}
          <QueueItemAge since={askedAt} waiting={status === 'pending'} />
        </>
      }
    >
      <div className={classes.facts}>
        <DefinitionList items={factsOf(request)} layout="stacked" />
      </div>
      {canDecide && (
        <div className={item.actions}>
          <Button
            variant="default"
            aria-label={`Decline: ${name}`}
            onClick={() => onDecide('decline')}
          >
            Decline
          </Button>
          <Button aria-label={`Approve: ${name}`} onClick={() => onDecide('approve')}>
            Approve
          </Button>
        </div>
      )}
    </QueueItem>
  )
}

function factsOf(request: MoneyRequest) {
  const { kind, status, user, paymentId, reference, note, expiresAt } = request
  return [
    {
      label: 'Agent',
      value: (
        <Anchor component={Link} to={userAddress(user)}>
          <bdi>{nameOf(user)}</bdi>
        </Anchor>
      ),
    },
    ...(paymentId ? [{ label: 'Payment', value: paymentId }] : []),
    ...(reference ? [{ label: 'Reference', value: <bdi>{reference}</bdi> }] : []),
    ...(note
      ? [{ label: kind === 'refund' ? 'Reason' : 'Note to the agent', value: <bdi>{note}</bdi> }]
      : []),
    { label: 'Asked by', value: <bdi>{nameOf(request.askedBy)}</bdi> },
    ...(status === 'pending' ? [{ label: 'Expires', value: <DateTime value={expiresAt} /> }] : []),
    ...(request.decidedBy
      ? [
          {
            label: status === 'approved' ? 'Approved by' : 'Declined by',
            value: (
              <>
                <bdi>{nameOf(request.decidedBy)}</bdi>,{' '}
                {request.decidedAt && <DateTime value={request.decidedAt} />}
              </>
            ),
          },
        ]
      : []),
  ]
}
