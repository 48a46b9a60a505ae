import type { ListedUser } from '@raahi/contract/users'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { formatAge } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatPercent } from '../../lib/percent.ts'
import { Money } from '../../ui/money.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { planLeftText } from '../plans/public/plan-labels.ts'
import { foundMembersText, statusLooks } from './public/user-labels.ts'
import classes from './user-facts.module.css'

/** Status of the account, and the badge of a verified agency. */
export function UserBadges({ user }: { user: Pick<ListedUser, 'userStatus' | 'kycStatus'> }) {
  const { tone, text } = statusLooks[user.userStatus]
  return (
    <span className={classes.badges}>
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {user.kycStatus === 'approved' && (
        <StatusBadge tone="success" icon={IconRosetteDiscountCheck}>
          Verified agency
        </StatusBadge>
      )}
    </span>
  )
}

/** The members of the agency that a search has found: 'member: Meera Nair'. */
export function FoundMembers({ user: { members } }: { user: ListedUser }) {
  const found = foundMembersText(members)
  return found && <bdi title={found}>{found}</bdi>
}

/** Company and city. */
export function Business({ user: { companyName, city } }: { user: ListedUser }) {
  return (
    <>
      <bdi>{companyName}</bdi>
      {city && (
        <>
          {companyName && ', '}
          <bdi>{city}</bdi>
        </>
      )}
    </>
  )
}

export function PlanText({ user: { activePlans } }: { user: ListedUser }) {
  if (activePlans.length === 0) {
    return (
      <>
        No plan assigned · <Money exact rupees={0} />
      </>
    )
  }
  return activePlans.map((plan, index) => (
    // The same plan may be active twice; the list is never reordered.
    <span key={index} className={classes.plan}>
      <bdi>{plan.planName}</bdi> · <Money rupees={plan.price} />
      <span className={classes.quiet}>{planLeftText(plan)}</span>
    </span>
  ))
}

/** '2 hours ago', with the time as a tooltip. */
export function LastActive({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return 'Never'
  return (
    <time dateTime={at} title={formatDateTime(at) ?? undefined}>
      {formatAge(at, now)} ago
    </time>
  )
}

/** '8.3% (1 of 12)'. Renders nothing without a purchase. */
export function ReturnRate({ user }: { user: ListedUser }) {
  const { returnRate, returns, purchases } = user
  if (returnRate === null) return '—'
  return (
    <span>
      {formatPercent(returnRate)}{' '}
      <span className={classes.aside}>
        ({formatCount(returns)} of {formatCount(purchases)})
      </span>
    </span>
  )
}
