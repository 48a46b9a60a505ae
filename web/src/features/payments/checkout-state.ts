import type { OrderOutcome } from '@raahi/contract/payments'
import type { Subscription } from '@raahi/contract/plans'

/** What the buyer received: a paid order, or a plan that is free or was paid from the wallet. */
export type Received =
  | { by: 'payment'; order: OrderOutcome; note: string | null }
  | { by: 'grant'; subscription: Subscription }

/**
 * The steps of a checkout, and the events that lead from one to the next.
 * - start: the buyer pressed the button; the order is created and the provider's script loaded.
 * - ordered: the checkout window is open.
 * - declined: an attempt failed. The window stays open for another one, so `signed` may still follow.
 * - closed: the buyer closed the window.
 * - signed: the provider reports the payment; our server verifies it.
 * - received: granted, after the verification, after a later look at the order, or at once without the provider.
 * - unconfirmed: the provider reports the payment, but the bank or our server has not confirmed it.
 * - refused: our server rejects the order or cannot be reached for it, or the script cannot be loaded.
 * - expired: the payment came after the order had expired, so it is refunded.
 * - reset: the buyer has read the result.
 */
export const checkoutSteps = {
  idle: { start: 'ordering' },
  ordering: { ordered: 'paying', received: 'paid', refused: 'failed' },
  paying: { signed: 'verifying', declined: 'failed', closed: 'dismissed', received: 'paid' },
  verifying: { received: 'paid', unconfirmed: 'unconfirmed', refused: 'failed', expired: 'failed' },
  failed: {
    start: 'ordering',
    signed: 'verifying',
    declined: 'failed',
    closed: 'failed',
    received: 'paid',
    reset: 'idle',
  },
  dismissed: { start: 'ordering', received: 'paid', reset: 'idle' },
  // No start, so that a buyer who has paid does not pay again before the bank confirms.
  unconfirmed: { received: 'paid', reset: 'idle' },
  paid: { reset: 'idle' },
} as const satisfies Record<string, Partial<Record<CheckoutEvent['type'], string>>>

export type CheckoutStep = keyof typeof checkoutSteps

export type CheckoutEvent =
  | { type: 'start' }
  | { type: 'ordered'; orderId: string; key: string }
  | { type: 'signed' }
  | { type: 'declined'; reason: string }
  | { type: 'closed' }
  | { type: 'received'; received: Received }
  | { type: 'unconfirmed'; reason: string }
  | { type: 'refused'; reason: string }
  | { type: 'expired'; reason: string }
  | { type: 'reset' }

export interface Checkout {
  step: CheckoutStep
  /** The provider's checkout window is open above the page. */
  isWindowOpen: boolean
  /** The order that the window was opened for; null before, for a plan without a checkout window, and once the order has expired. */
  orderId: string | null
  /** Our public key at the gateway, from the order. */
  key: string | null
  /** The reason of the failure, or what is still to be confirmed. */
  reason: string | null
  received: Received | null
}

export const idleCheckout: Checkout = {
  step: 'idle',
  isWindowOpen: false,
  orderId: null,
  key: null,
  reason: null,
  received: null,
}

/** Whether the button shows 'Processing..' and ignores clicks. */
export function isProcessing({ step }: Checkout): boolean {
  return step === 'ordering' || step === 'paying' || step === 'verifying'
}

/** The checkout after an event. An event that the current step does not list changes nothing. */
export function advance(checkout: Checkout, event: CheckoutEvent): Checkout {
  const transitions: Partial<Record<CheckoutEvent['type'], CheckoutStep>> =
    checkoutSteps[checkout.step]
  const step = transitions[event.type]
  if (step === undefined) return checkout
  switch (event.type) {
    case 'start':
      return { ...idleCheckout, step }
    case 'ordered':
      return { ...checkout, step, isWindowOpen: true, orderId: event.orderId, key: event.key }
    case 'signed':
      return { ...checkout, step, isWindowOpen: false, reason: null }
    case 'declined':
      return { ...checkout, step, reason: event.reason }
    case 'closed':
      return { ...checkout, step, isWindowOpen: false }
    case 'received':
      return { ...checkout, step, isWindowOpen: false, reason: null, received: event.received }
    case 'unconfirmed':
    case 'refused':
      return { ...checkout, step, isWindowOpen: false, reason: event.reason }
    case 'expired':
      return { ...idleCheckout, step, reason: event.reason }
    case 'reset':
      return idleCheckout
  }
}
