import { Button } from '@mantine/core'
import type { ListedUser } from '@raahi/contract/users'
import {
  IconCrown,
  IconEye,
  IconReplace,
  IconRosetteDiscountCheck,
  IconShoppingBag,
  IconUserCheck,
  IconUserOff,
  IconWallet,
} from '@tabler/icons-react'
import { memo, type ReactNode, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { CardItem } from '../../ui/card-grid.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { planLeftText } from '../plans/plan-labels.ts'
import { nameOf, roleLabels, statusLooks } from './user-labels.ts'
import classes from './users.module.css'

/** What an admin can open of a user. */
export type UserAction = 'details' | 'purchases' | 'plan' | 'wallet' | 'replacements' | 'status'

type UserCardProps = {
  user: ListedUser
  /** Whether it is the admin who looks: nobody suspends oneself. */
  own: boolean
  onAct: (action: UserAction, user: ListedUser) => void
}

/** A user with what an admin wants to know at a glance, and everything that can be done. */
export const UserCard = memo(function UserCard({ user, own, onAct }: UserCardProps) {
  const nameId = useId()
  const { tone, text } = statusLooks[user.userStatus]
  return (
    <CardItem
      picture={<Avatar name={nameOf(user)} image={user.profile} size={44} />}
      title={
        <bdi id={nameId} className={classes.name} title={nameOf(user)}>
          {nameOf(user)}
        </bdi>
      }
      subtitle={<bdi className={classes.email}>{user.email}</bdi>}
      aside={<StatusBadge tone={tone}>{text}</StatusBadge>}
      actions={<UserActions user={user} own={own} nameId={nameId} onAct={onAct} />}
    >
      {user.kycStatus === 'approved' && (
        <StatusBadge tone="success" icon={IconRosetteDiscountCheck}>
          Verified agency
        </StatusBadge>
      )}
      <p className={classes.id}>
        User ID <ShortId id={user._id} what="user ID" />
      </p>
      <UserFacts user={user} />
    </CardItem>
  )
})

/** Contact, business and account of a user; an admin has neither plan nor wallet. */
export function UserFacts({ user }: { user: ListedUser }) {
  return (
    <>
      <Facts
        title="Contact"
        items={[
          { label: 'Email', value: <MaskedContact kind="email" value={user.email} /> },
          {
            label: 'Phone',
            value: user.phone && <MaskedContact kind="phone" value={user.phone} />,
          },
        ]}
      />
      <Facts
        title="Business"
        items={[
          { label: 'Company', value: user.companyName && <bdi>{user.companyName}</bdi> },
          { label: 'City', value: user.city && <bdi>{user.city}</bdi> },
        ]}
      />
      <Facts
        title="Account"
        items={[
          { label: 'Role', value: roleLabels[user.role] },
          ...(user.role === 'user'
            ? [
                { label: 'Plan', value: <PlanText user={user} /> },
                { label: 'Wallet', value: <Money rupees={user.wallet} /> },
              ]
            : []),
        ]}
      />
    </>
  )
}

function PlanText({ user: { activePlans } }: { user: ListedUser }) {
  if (activePlans.length === 0) {
    return (
      <>
        No plan assigned
        <span className={classes.price}>
          <Money exact rupees={0} />
        </span>
      </>
    )
  }
  return activePlans.map((plan, index) => (
    // The same plan may be active twice; the list is never reordered.
    <span key={index} className={classes.plan}>
      <bdi>{plan.planName}</bdi>
      <span className={classes.price}>
        <Money rupees={plan.price} /> · {planLeftText(plan)}
      </span>
    </span>
  ))
}

type FactsProps = { title: string; items: { label: string; value: ReactNode }[] }

function Facts({ title, items }: FactsProps) {
  return (
    <section className={classes.facts}>
      <h4 className={classes.factsTitle}>{title}</h4>
      <DefinitionList items={items} />
    </section>
  )
}

type UserActionsProps = UserCardProps & { nameId: string }

function UserActions({ user, own, nameId, onAct }: UserActionsProps) {
  const button = (action: UserAction, label: string, icon: typeof IconEye) => (
    <Action label={label} icon={icon} nameId={nameId} onClick={() => onAct(action, user)} />
  )
  const suspended = user.userStatus === 'suspended'
  return (
    <>
      {button('details', 'View Details', IconEye)}
      {user.role === 'user' && (
        <>
          {button('purchases', 'Purchased Leads', IconShoppingBag)}
          {button('plan', 'Assign Plan', IconCrown)}
          {button('wallet', 'Wallet', IconWallet)}
          {button('replacements', 'Replacement', IconReplace)}
        </>
      )}
      {!own && (
        <Action
          label={suspended ? 'Re-activate' : 'Suspend'}
          icon={suspended ? IconUserCheck : IconUserOff}
          tone={suspended ? 'leaf' : 'brick'}
          nameId={nameId}
          onClick={() => onAct('status', user)}
        />
      )}
    </>
  )
}

type ActionProps = {
  label: string
  icon: typeof IconEye
  tone?: 'leaf' | 'brick'
  /** Id of what names the user: the buttons of all cards are called alike. */
  nameId: string
  onClick: () => void
}

function Action({ label, icon: Icon, tone, nameId, onClick }: ActionProps) {
  return (
    <Button
      variant={tone ? 'outline' : 'default'}
      color={tone}
      size="sm"
      className={classes.action}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      aria-describedby={nameId}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
