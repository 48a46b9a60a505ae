import { Anchor } from '@mantine/core'
import type { PurchaseEntry, ReplacementEvent } from '@raahi/contract/purchases'
import { formatRejection } from '@raahi/contract/replacement-reasons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import list from '../../ui/steps.module.css'
import { OtherPerson } from '../account/public/other-person.tsx'
import classes from './purchase-history.module.css'
import { PurchasePayment } from './purchase-payment.tsx'

interface HistoryStep {
  key: string
  at: string
  by?: ReactNode
  title: ReactNode
  text?: ReactNode
}

/** The events of a purchase, oldest first. */
export function PurchaseHistory({ purchase }: { purchase: PurchaseEntry }) {
  const steps: HistoryStep[] = [
    {
      key: 'bought',
      at: purchase.createdAt,
      by: <OtherPerson {...purchase} />,
      title: 'Bought',
      text: <Payment purchase={purchase} />,
    },
    ...purchase.replacements.flatMap(stepsOf),
  ]
  return (
    <ol className={list.steps}>
      {steps.map(({ key, at, by, title, text }) => (
        <li key={key}>
          <p className={classes.title}>{title}</p>
          {text && <p>{text}</p>}
          <p className={classes.when}>
            <DateTime value={at} />
            {by}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The payment of a purchase. An automatic one names its search, with a link to the screen where it can be paused. */
function Payment({ purchase }: { purchase: PurchaseEntry }) {
  const { automatic } = purchase
  return (
    <>
      <PurchasePayment {...purchase} />
      {automatic?.search && (
        <span className={classes.automatic}>
          For your search <bdi>‘{automatic.search.name}’</bdi>.{' '}
          <Anchor component={Link} to="/dashboard/saved-searches" inherit>
            Pause automatic buying
          </Anchor>
        </span>
      )}
    </>
  )
}

function stepsOf(event: ReplacementEvent): HistoryStep[] {
  const { status, createdAt, decidedAt, isAppeal } = event
  const requested = {
    key: `requested ${createdAt}`,
    at: createdAt,
    title: isAppeal ? 'Appeal made' : 'Replacement requested',
    text: event.reason,
  }
  if (decidedAt === null) return [requested]
  const isApproved = status === 'approved'
  const decided = {
    key: `decided ${decidedAt}`,
    at: decidedAt,
    title: `${isAppeal ? 'Appeal' : 'Replacement'} ${isApproved ? 'approved' : 'rejected'}`,
    text: isApproved ? (
      <Returned event={event} />
    ) : (
      formatRejection(event.rejectionCode, event.rejectionReason)
    ),
  }
  return [requested, decided]
}

function Returned({ event: { returned, returnedAmount } }: { event: ReplacementEvent }) {
  if (returned === 'plan') return 'The lead went back to your plan.'
  return (
    <>
      <Money rupees={returnedAmount ?? 0} /> was refunded to your wallet.
    </>
  )
}
