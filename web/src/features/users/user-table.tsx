import { spentDays, type UserSort } from '@raahi/contract/users'
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import { memo, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import rows from '../../ui/row-table.module.css'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { planLeftText } from '../plans/public/plan-labels.ts'
import { nameOf, roleLabels, statusLooks } from './public/user-labels.ts'
import { UserActions } from './user-actions.tsx'
import type { UserItemProps } from './user-card.tsx'
import { Business, FoundMembers, LastActive, ReturnRate } from './user-facts.tsx'
import classes from './user-table.module.css'

interface UserTableProps extends Omit<UserItemProps, 'user' | 'own'> {
  users: readonly UserItemProps['user'][]
  ownId: string
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** The users in rows of one height. Narrow screens show fewer columns; the details of a user have all facts. */
export function UserTable({ users, ownId, sort, onSort, ...item }: UserTableProps) {
  const sorting = { sort, onSort }
  return (
    <div className={`${rows.frame} ${classes.frame}`}>
      <table className={rows.table} aria-label="Users">
        <thead>
          <tr>
            <SortableColumn {...sorting} by={[['name', 'User']]} />
            <th scope="col" className={classes.contact}>
              Contact
            </th>
            <th scope="col" className={classes.account}>
              Account
            </th>
            <th scope="col" className={classes.plan}>
              Plan
            </th>
            <th scope="col" className={`${rows.figure} ${classes.wallet}`}>
              Wallet
            </th>
            <SortableColumn
              {...sorting}
              by={[['lastActive', 'Last active']]}
              className={classes.active}
            />
            <SortableColumn
              {...sorting}
              by={[
                ['spent', `Spent in ${spentDays} days`],
                ['returnRate', 'Return rate'],
              ]}
              className={`${rows.figure} ${classes.figures}`}
            />
            <th scope="col" className={`${rows.figure} ${classes.actions}`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user._id} user={user} own={user._id === ownId} {...item} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SortKey = 'name' | 'lastActive' | 'spent' | 'returnRate'

interface SortableColumnProps {
  /** The orders of the column with their labels, one below the other. */
  by: readonly (readonly [SortKey, string])[]
  className?: string | undefined
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** The first click puts the highest or latest first, and names from A to Z. The next one reverses the order. */
function SortableColumn({ by, className, sort, onSort }: SortableColumnProps) {
  const active = by.some(([key]) => sort === key || sort === `-${key}`)
  return (
    <th
      scope="col"
      className={className}
      aria-sort={!active ? 'none' : sort.startsWith('-') ? 'descending' : 'ascending'}
    >
      {by.map(([key, label]) => {
        const isDescending = sort === `-${key}`
        const isSorted = isDescending || sort === key
        const Icon = isDescending ? IconArrowDown : isSorted ? IconArrowUp : IconArrowsSort
        const first = key === 'name' ? key : (`-${key}` as const)
        const second = key === 'name' ? (`-${key}` as const) : key
        return (
          <button
            key={key}
            type="button"
            className={classes.sort}
            data-active={isSorted || undefined}
            onClick={() => onSort(sort === first ? second : first)}
          >
            {label}
            <Icon size={14} stroke={2} aria-hidden />
          </button>
        )
      })}
    </th>
  )
}

const UserRow = memo(function UserRow({ user, own, now, onAct }: UserItemProps) {
  const nameId = useId()
  const isAgent = user.role === 'user'
  const { tone, text } = statusLooks[user.userStatus]
  return (
    <tr>
      <th scope="row">
        <span className={classes.who}>
          <Avatar name={nameOf(user)} image={user.profile} size={32} />
          <span className={classes.words}>
            <span className={rows.line} title={nameOf(user)}>
              <bdi id={nameId} className={rows.name}>
                {nameOf(user)}
              </bdi>
              {user.kycStatus === 'approved' && (
                <span title="Verified agency" className={classes.verified}>
                  <IconRosetteDiscountCheck size={16} stroke={2} aria-hidden />
                  <span className={hidden.hidden}>Verified agency</span>
                </span>
              )}
            </span>
            <span className={`${rows.line} ${rows.quiet}`}>
              {user.userStatus === 'suspended' && (
                <span className={classes.suspended}>{text} · </span>
              )}
              {user.members?.some(({ isFound }) => isFound) && (
                <>
                  <FoundMembers user={user} /> ·{' '}
                </>
              )}
              {user.companyName || user.city ? <Business user={user} /> : roleLabels[user.role]}
            </span>
          </span>
        </span>
      </th>
      <td className={classes.contact}>
        <span className={rows.line} title={user.email}>
          <MaskedContact kind="email" value={user.email} isOneLine />
        </span>
        <span className={rows.line}>
          {user.phone && <MaskedContact kind="phone" value={user.phone} />}
        </span>
      </td>
      <td className={classes.account}>
        <span className={rows.line}>
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </span>
        <span className={`${rows.line} ${rows.quiet}`}>
          {roleLabels[user.role]} · <ShortId id={user._id} what="user ID" />
        </span>
      </td>
      <td className={classes.plan}>{isAgent ? <PlanLines user={user} /> : '—'}</td>
      <td className={`${rows.figure} ${classes.wallet}`}>
        {isAgent ? <Money rupees={user.wallet} /> : '—'}
      </td>
      <td className={classes.active}>
        <LastActive at={user.lastActiveAt} now={now} />
      </td>
      <td className={`${rows.figure} ${classes.figures}`}>
        <span className={rows.line}>{isAgent ? <Money rupees={user.spent} /> : '—'}</span>
        <span className={`${rows.line} ${rows.quiet}`}>
          {isAgent ? <ReturnRate user={user} /> : '—'}
        </span>
      </td>
      <td className={classes.actions}>
        <div className={rows.actions}>
          <UserActions user={user} own={own} nameId={nameId} inTable onAct={onAct} />
        </div>
      </td>
    </tr>
  )
})

/** The plan that ends soonest, and what is left of it or the names of the others. */
function PlanLines({ user: { activePlans } }: Pick<UserItemProps, 'user'>) {
  const [plan, ...others] = activePlans
  if (!plan) {
    return (
      <>
        <span className={rows.line}>No plan assigned</span>
        <span className={`${rows.line} ${rows.quiet}`}>
          <Money exact rupees={0} />
        </span>
      </>
    )
  }
  return (
    <>
      <span className={rows.line} title={plan.planName}>
        <bdi>{plan.planName}</bdi> · <Money rupees={plan.price} />
      </span>
      <span
        className={`${rows.line} ${rows.quiet}`}
        title={activePlans.map((one) => `${one.planName}: ${planLeftText(one)}`).join('\n')}
      >
        {others.length > 0
          ? `and ${others.map(({ planName }) => planName).join(', ')}`
          : planLeftText(plan)}
      </span>
    </>
  )
}
