import { Button } from '@mantine/core'
import type { StaffMember } from '@raahi/contract/staff'
import { rightLabels } from '@raahi/contract/staff-rights'
import { DateTime } from '../../ui/date-time.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { nameOf, statusLooks } from '../users/public/user-labels.ts'
import { rightTexts } from './right-texts.ts'
import classes from './staff.module.css'

interface StaffItemProps {
  member: StaffMember
  /** Whether this is the signed-in admin, whose rights another admin changes. */
  isOwn: boolean
  onEdit: () => void
  /** Suspends or re-activates. */
  onSuspend: () => void
}

/** One admin: the rights in words, the last activity, and what can be done. */
export function StaffItem({ member, isOwn, onEdit, onSuspend }: StaffItemProps) {
  const { email, rights, userStatus, twoFactor, lastActiveAt } = member
  const { tone, text } = statusLooks[userStatus]
  const name = nameOf(member)
  return (
    <QueueItem
      title={name}
      detail={isOwn && 'You'}
      badges={<StatusBadge tone={tone}>{text}</StatusBadge>}
    >
      <p className={classes.email}>{email}</p>
      <ul className={classes.rights} aria-label={`Rights of ${name}`}>
        {rights.map((right) => (
          <li key={right}>
            <span className={classes.right}>{rightLabels[right]}</span>{' '}
            <span className={classes.text}>{rightTexts[right]}</span>
          </li>
        ))}
      </ul>
      <p className={classes.facts}>
        <span>
          {lastActiveAt ? (
            <>
              Last active <DateTime value={lastActiveAt} />
            </>
          ) : (
            'Never logged in'
          )}
        </span>
        <span>{twoFactor ? 'Two-factor login is on' : 'Two-factor login is off'}</span>
      </p>
      {!isOwn && (
        <div className={item.actions}>
          <Button variant="default" aria-label={`Change rights of ${name}`} onClick={onEdit}>
            Change rights
          </Button>
          <Button
            variant="default"
            aria-label={`${userStatus === 'active' ? 'Suspend' : 'Re-activate'} ${name}`}
            onClick={onSuspend}
          >
            {userStatus === 'active' ? 'Suspend' : 'Re-activate'}
          </Button>
        </div>
      )}
    </QueueItem>
  )
}
