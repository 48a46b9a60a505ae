import type { OrderOutcome } from '@raahi/contract/payments'
import { describe, expect, it } from 'vitest'
import {
  advance,
  type Checkout,
  type CheckoutEvent,
  type CheckoutStep,
  checkoutSteps,
  idleCheckout,
  isProcessing,
} from './checkout-state.ts'

const order: OrderOutcome = {
  orderId: 'order_1',
  kind: 'wallet',
  status: 'paid',
  amount: 500,
  paymentId: 'pay_1',
  subscription: null,
  wallet: 500,
  invoiceId: null,
  createdAt: '2026-11-21T10:00:00.000Z',
}

const start = { type: 'start' } as const
const ordered = { type: 'ordered', orderId: 'order_1', key: 'rzp_test_x' } as const
const signed = { type: 'signed' } as const
const declined = { type: 'declined', reason: 'Declined by the bank.' } as const
const closed = { type: 'closed' } as const
const received = { type: 'received', received: { by: 'payment', order, note: null } } as const
const unconfirmed = { type: 'unconfirmed', reason: 'Not confirmed.' } as const
const refused = { type: 'refused', reason: 'Failed to initiate payment' } as const
const expired = { type: 'expired', reason: 'This order had expired.' } as const
const reset = { type: 'reset' } as const
const all: readonly CheckoutEvent[] = [
  start,
  ordered,
  signed,
  declined,
  closed,
  received,
  unconfirmed,
  refused,
  expired,
  reset,
]

const after = (...events: CheckoutEvent[]): Checkout => events.reduce(advance, idleCheckout)

describe('a checkout', () => {
  it('goes from the order through the signature to the grant', () => {
    const paid = after(start, ordered, signed, received)
    expect(paid.step).toBe('paid')
    expect(paid.isWindowOpen).toBe(false)
    expect(paid.received).toEqual(received.received)
  })

  it('leaves the window open after a failed attempt, and another attempt may succeed', () => {
    const failed = after(start, ordered, declined)
    expect(failed).toMatchObject({ step: 'failed', isWindowOpen: true, reason: declined.reason })
    expect(isProcessing(failed)).toBe(false)
    expect(advance(failed, signed)).toMatchObject({ step: 'verifying', reason: null })
  })

  it('keeps the reason of a failed attempt when the window is closed', () => {
    expect(after(start, ordered, declined, closed)).toMatchObject({
      step: 'failed',
      isWindowOpen: false,
      reason: declined.reason,
    })
  })

  it('cannot be started again before the bank confirms, so that no buyer pays twice', () => {
    const waiting = after(start, ordered, signed, unconfirmed)
    expect(waiting.step).toBe('unconfirmed')
    expect(advance(waiting, start)).toBe(waiting)
    expect(advance(waiting, received).step).toBe('paid')
  })

  it.each([
    ['dismissed', after(start, ordered, closed)],
    ['failed', after(start, ordered, declined, closed)],
    ['failed', after(start, refused)],
  ])('starts again after %s and resets its state', (step, checkout) => {
    expect(checkout.step).toBe(step)
    expect(advance(checkout, start)).toEqual({ ...idleCheckout, step: 'ordering' })
  })

  it('forgets an order that had expired and can be started again with a new one', () => {
    const late = after(start, ordered, signed, expired)
    expect(late).toMatchObject({ step: 'failed', orderId: null, reason: expired.reason })
    expect(advance(late, start).step).toBe('ordering')
  })

  it('is paid even if the confirmation arrives after it was dismissed or failed', () => {
    expect(after(start, ordered, closed, received).step).toBe('paid')
    expect(after(start, ordered, declined, received)).toMatchObject({
      step: 'paid',
      isWindowOpen: false,
    })
  })

  it('grants a free plan without a window', () => {
    expect(after(start, received)).toMatchObject({ step: 'paid', orderId: null })
  })

  it('ignores events that its step does not list', () => {
    for (const step of Object.keys(checkoutSteps) as CheckoutStep[]) {
      const checkout = { ...idleCheckout, step }
      for (const event of all) {
        const allowed = event.type in checkoutSteps[step]
        expect(advance(checkout, event) === checkout, `${step} ${event.type}`).toBe(!allowed)
      }
    }
  })

  it('is processing only while it is ordered, paid and verified', () => {
    const busy = (Object.keys(checkoutSteps) as CheckoutStep[]).filter((step) =>
      isProcessing({ ...idleCheckout, step }),
    )
    expect(busy).toEqual(['ordering', 'paying', 'verifying'])
  })
})
