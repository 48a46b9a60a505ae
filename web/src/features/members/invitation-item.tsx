import { Button } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { Invitation } from '@raahi/contract/members'
import { DateTime } from '../../ui/date-time.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './members.module.css'
import { agentRoleLabels } from './public/member-labels.ts'

interface InvitationItemProps {
  invitation: Invitation
  onWithdraw: () => void
}

/** An invitation that no one has accepted yet. */
export function InvitationItem({ invitation, onWithdraw }: InvitationItemProps) {
  const { email, role, dailyLimit, createdAt, expiresAt } = invitation
  return (
    <QueueItem
      title={email}
      badges={
        <>
          <StatusBadge tone="warning">Invited</StatusBadge>
          <StatusBadge tone="neutral">{agentRoleLabels[role]}</StatusBadge>
        </>
      }
    >
      <ul className={classes.facts}>
        {dailyLimit !== null && <li>{formatRupees(dailyLimit)} a day</li>}
        <li>
          Sent <DateTime value={createdAt} />
        </li>
        <li>
          The link works until <DateTime value={expiresAt} />
        </li>
      </ul>
      <div className={item.actions}>
        <Button
          variant="default"
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={onWithdraw}
        >
          Withdraw
        </Button>
      </div>
    </QueueItem>
  )
}
