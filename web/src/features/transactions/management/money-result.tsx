import { formatPaise } from '@raahi/contract/formats'
import { paiseFromRupees } from '@raahi/contract/money'
import type { MoneyTimeline } from '@raahi/contract/money-timeline'
import { DateTime } from '../../../ui/date-time.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/status-badge.tsx'
import classes from './money-timeline.module.css'

interface Result {
  tone: StatusTone
  label: string
  text?: string
  /** When the gateway is asked next. */
  nextCheckAt?: string | null
}

/** Where the money is now, in one line. */
export function MoneyResult({ timeline }: { timeline: MoneyTimeline }) {
  const { tone, label, text, nextCheckAt } = resultOf(timeline)
  return (
    <div className={classes.result}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {text && (
        <p>
          {text}
          {nextCheckAt && (
            <>
              {' '}
              The gateway is asked again at <DateTime value={nextCheckAt} />.
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** @param timeline of one order, or of one transaction without an order */
export function resultOf({ order, events }: Pick<MoneyTimeline, 'order' | 'events'>): Result {
  const has = (kind: string) => events.some((event) => event.kind === kind)
  const count = (kind: string) => events.filter((event) => event.kind === kind).length
  if (count('refund-started') > count('refund-done'))
    return {
      tone: 'notice',
      label: 'Refund on its way',
      text: 'A payment goes back to the payer. The gateway has not completed this refund yet.',
    }
  if (has('correction')) return corrected(events)
  if (events.some(({ kind, by }) => kind === 'refund-started' && by === 'admin'))
    return refundedByAdmin(events)
  if (has('wallet-credited') || has('recharge')) return { tone: 'success', label: 'In the wallet' }
  if (has('plan-granted')) return { tone: 'success', label: 'Plan granted' }
  if (has('refund-done')) return { tone: 'warning', label: 'Refunded to the payer' }
  if (has('return-paid')) return { tone: 'warning', label: 'Paid back into the wallet' }
  if (has('lead-bought')) return { tone: 'success', label: 'Paid for a lead' }
  return unpaid(order, has('payment-failed'))
}

const sumPaise = (events: MoneyTimeline['events']) =>
  events.reduce((sum, { amount }) => sum + (paiseFromRupees(amount ?? 0) ?? 0), 0)

/** A payment that an admin refunded, whole or in part. */
function refundedByAdmin(events: MoneyTimeline['events']): Result {
  const refunded = sumPaise(
    events.filter(({ kind, by }) => kind === 'refund-started' && by === 'admin'),
  )
  const granted = sumPaise(
    events.filter(({ kind }) => ['wallet-credited', 'plan-granted'].includes(kind)),
  )
  return {
    tone: 'warning',
    label: refunded < granted ? 'Partly refunded to the payer' : 'Refunded to the payer',
    text: `Refunded: ${formatPaise(refunded)} of ${formatPaise(granted)}.`,
  }
}

/** A recharge that was taken back, whole or in part. */
function corrected(events: MoneyTimeline['events']): Result {
  const paise = (kind: string) => sumPaise(events.filter((event) => event.kind === kind))
  const [recharge, takenBack] = [paise('recharge'), paise('correction')]
  return {
    tone: 'warning',
    label: takenBack < recharge ? 'Partly taken back' : 'Taken back from the wallet',
    text: `Taken back: ${formatPaise(takenBack)} of ${formatPaise(recharge)}.`,
  }
}

function unpaid(order: MoneyTimeline['order'], hasFailed: boolean): Result {
  const nextCheckAt = order?.nextCheckAt ?? null
  if (hasFailed)
    return {
      tone: 'danger',
      label: 'Payment failed',
      text: 'No payment of this order was captured, and nothing was granted.',
      nextCheckAt,
    }
  return {
    tone: order?.status === 'open' ? 'warning' : 'neutral',
    label: order?.status === 'open' ? 'Waiting for a payment' : 'Not paid',
    text: 'The gateway has reported no payment of this order.',
    nextCheckAt,
  }
}
