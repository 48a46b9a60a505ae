import { Button } from '@mantine/core'
import { formatPhone, formatRupees } from '@raahi/contract/formats'
import type { Member } from '@raahi/contract/members'
import { formatCount } from '../../lib/counts.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { DateTime } from '../../ui/date-time.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './members.module.css'
import { agentRoleLabels } from './public/member-labels.ts'

interface MemberItemProps {
  member: Member
  onEdit: () => void
  onSuspend: () => void
  onHandOver: () => void
}

/** A member: the person, the rights, the work of the last days, and what the owner can change. */
export function MemberItem({ member, onEdit, onSuspend, onHandOver }: MemberItemProps) {
  const { name, role, suspended, dailyLimit } = member
  const isSelf = useSignedInUser()._id === member._id
  return (
    <QueueItem
      title={name}
      detail={isSelf ? 'You' : undefined}
      badges={
        <>
          {suspended && <StatusBadge tone="danger">Suspended</StatusBadge>}
          <StatusBadge tone={role === 'owner' ? 'success' : 'neutral'}>
            {agentRoleLabels[role]}
          </StatusBadge>
        </>
      }
    >
      <p className={classes.who}>
        {member.email} · <span className="one-piece">{formatPhone(member.phone)}</span>
      </p>
      <ul className={classes.facts}>
        {role === 'buyer' && (
          <li>{dailyLimit === null ? 'No daily limit' : `${formatRupees(dailyLimit)} a day`}</li>
        )}
        <li>
          {member.lastActiveAt ? (
            <>
              Last active <DateTime value={member.lastActiveAt} />
            </>
          ) : (
            'Never logged in'
          )}
        </li>
        {member.suspendedByRaahi && <li>Suspended by Raahi. Write to us to have it back.</li>}
      </ul>
      <dl className={classes.figures} aria-label={`Work of ${name}`}>
        <Figure label="Open leads assigned" value={member.openLeads} />
        <Figure label="Calls and messages" value={member.contacts} />
        <Figure label="Quotes sent" value={member.quotes} />
        <Figure label="Trips won" value={member.won} />
        {role !== 'caller' && <Figure label="Leads bought" value={member.bought} />}
      </dl>
      {role !== 'owner' && !member.suspendedByRaahi && (
        <div className={item.actions}>
          <Button variant="default" aria-label={`Role and limit of ${name}`} onClick={onEdit}>
            Role and limit
          </Button>
          {!suspended && (
            <Button variant="default" aria-label={`Hand over to ${name}`} onClick={onHandOver}>
              Hand over
            </Button>
          )}
          <Button
            variant="default"
            aria-label={`${suspended ? 'Reactivate' : 'Suspend'} ${name}`}
            onClick={onSuspend}
          >
            {suspended ? 'Reactivate' : 'Suspend'}
          </Button>
        </div>
      )}
    </QueueItem>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  )
}
