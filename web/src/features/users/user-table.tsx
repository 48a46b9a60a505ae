import { spentDays, type UserSort } from '@raahi/contract/users'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { nameOf, roleLabels } from './public/user-labels.ts'
import { UserActions } from './user-actions.tsx'
import type { UserItemProps } from './user-card.tsx'
import { Business, LastActive, PlanText, ReturnRate, UserBadges } from './user-facts.tsx'
import classes from './user-table.module.css'

interface UserTableProps extends Omit<UserItemProps, 'user' | 'own'> {
  users: readonly UserItemProps['user'][]
  ownId: string
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** The users as a table, which scrolls sideways on narrow screens. */
export function UserTable({ users, ownId, sort, onSort, ...item }: UserTableProps) {
  const sorting = { sort, onSort }
  return (
    // A keyboard scrolls the region only if it can have the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroller} aria-label="Users" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col" className={classes.contact}>
              Contact
            </th>
            <th scope="col" className={classes.plan}>
              Plan
            </th>
            <th scope="col" className={classes.figure}>
              Wallet
            </th>
            <SortableColumn {...sorting} by="lastActive" label="Last active" />
            <SortableColumn {...sorting} by="spent" label={`Spent in ${spentDays} days`} isFigure />
            <SortableColumn {...sorting} by="returnRate" label="Return rate" isFigure />
            <th scope="col" className={classes.actionsHead}>
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
    </section>
  )
}

interface SortableColumnProps {
  by: 'lastActive' | 'spent' | 'returnRate'
  label: string
  isFigure?: true
  sort: UserSort
  onSort: (sort: UserSort) => void
}

/** The first click puts the highest or latest first, the next one reverses the order. */
function SortableColumn({ by, label, isFigure, sort, onSort }: SortableColumnProps) {
  const isDescending = sort === `-${by}`
  const Icon = isDescending ? IconArrowDown : sort === by ? IconArrowUp : IconArrowsSort
  return (
    <th
      scope="col"
      className={isFigure && classes.figure}
      aria-sort={isDescending ? 'descending' : sort === by ? 'ascending' : 'none'}
    >
      <button
        type="button"
        className={classes.sort}
        data-active={sort === by || isDescending || undefined}
        onClick={() => onSort(isDescending ? by : `-${by}`)}
      >
        {label}
        <Icon size={14} stroke={2} aria-hidden />
      </button>
    </th>
  )
}

const UserRow = memo(function UserRow({ user, own, now, onAct }: UserItemProps) {
  const nameId = useId()
  const isAgent = user.role === 'user'
  return (
    <tr>
      <th scope="row">
        <span className={classes.who}>
          <Avatar name={nameOf(user)} image={user.profile} size={32} />
          <span className={classes.words}>
            <bdi id={nameId} className={classes.name} title={nameOf(user)}>
              {nameOf(user)}
            </bdi>
            {(user.companyName || user.city) && (
              <span className={classes.business}>
                <Business user={user} />
              </span>
            )}
            <span className={classes.quiet}>
              {roleLabels[user.role]} · <ShortId id={user._id} what="user ID" />
            </span>
            <UserBadges user={user} />
          </span>
        </span>
      </th>
      <td>
        <span className={classes.line}>
          <MaskedContact kind="email" value={user.email} />
        </span>
        {user.phone && (
          <span className={classes.line}>
            <MaskedContact kind="phone" value={user.phone} />
          </span>
        )}
      </td>
      <td>{isAgent ? <PlanText user={user} /> : '—'}</td>
      <td className={classes.figure}>{isAgent ? <Money rupees={user.wallet} /> : '—'}</td>
      <td className={classes.age}>
        <LastActive at={user.lastActiveAt} now={now} />
      </td>
      <td className={classes.figure}>{isAgent ? <Money rupees={user.spent} /> : '—'}</td>
      <td className={classes.figure}>{isAgent ? <ReturnRate user={user} /> : '—'}</td>
      <td>
        <div className={classes.actions}>
          <UserActions user={user} own={own} nameId={nameId} inTable onAct={onAct} />
        </div>
      </td>
    </tr>
  )
})
