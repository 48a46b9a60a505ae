import { type ListedUser, spentDays } from '@raahi/contract/users'
import { memo, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { CardItem } from '../../ui/card-grid.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { nameOf, roleLabels } from './public/user-labels.ts'
import { UserActions, type UserActionsProps } from './user-actions.tsx'
import {
  Business,
  FoundMembers,
  LastActive,
  PlanText,
  ReturnRate,
  UserBadges,
} from './user-facts.tsx'
import classes from './users.module.css'

export interface UserItemProps extends Omit<UserActionsProps, 'nameId'> {
  /** The time from which ages are computed. */
  now: Date
}

/** A user with the facts that an admin needs at a glance. Each fact is shown once. */
export const UserCard = memo(function UserCard({ user, own, now, onAct }: UserItemProps) {
  const nameId = useId()
  return (
    <CardItem
      picture={<Avatar name={nameOf(user)} image={user.profile} size={44} />}
      title={
        <bdi id={nameId} className={classes.name} title={nameOf(user)}>
          {nameOf(user)}
        </bdi>
      }
      subtitle={
        <>
          {roleLabels[user.role]} · <ShortId id={user._id} what="user ID" />{' '}
          <FoundMembers user={user} />
        </>
      }
      aside={<UserBadges user={user} />}
      actions={<UserActions user={user} own={own} nameId={nameId} onAct={onAct} />}
    >
      <DefinitionList items={factsOf(user, now)} />
    </CardItem>
  )
})

/** An admin has neither plan nor wallet. */
function factsOf(user: ListedUser, now: Date) {
  const contact = [
    { label: 'Email', value: <MaskedContact kind="email" value={user.email} /> },
    { label: 'Phone', value: user.phone && <MaskedContact kind="phone" value={user.phone} /> },
    {
      label: 'Business',
      value: (user.companyName || user.city) && <Business user={user} />,
    },
  ]
  const lastActive = {
    label: 'Last active',
    value: <LastActive at={user.lastActiveAt} now={now} />,
  }
  if (user.role === 'admin') return [...contact, lastActive]
  return [
    ...contact,
    { label: 'Plan', value: <PlanText user={user} /> },
    { label: 'Wallet', value: <Money rupees={user.wallet} /> },
    lastActive,
    { label: `Spent in ${spentDays} days`, value: <Money rupees={user.spent} /> },
    { label: 'Return rate', value: <ReturnRate user={user} /> },
  ]
}
