import type { OrderOutcome } from '@raahi/contract/payments'
import type { Subscription } from '@raahi/contract/plans'

/** What the payer was given: an order that was paid, or a plan that cost nothing. */
export type Received =
  | { by: 'payment'; order: OrderOutcome; note: string | null }
  | { by: 'gift'; subscription: Subscription }

/**
 * The way of one checkout, step by step.
 * - start: somebody pressed the button; the order is made and the provider's script loaded.
 * - ordered: the sheet is open.
 * - declined: a try in the sheet failed; the sheet stays open for another one, so that `signed` may still follow.
 * - closed: the payer closed the sheet.
 * - signed: the provider says that it is paid; our server is asked.
 * - received: granted, by whichever way the word came: verification, a late look at the order, or no price.
 * - unanswered: paid as far as the provider knows, but the bank or our server has not confirmed it.
 * - refused: our server says no, or it cannot be reached for an order, or the script cannot be loaded.
 * - forget: the buyer has read it and goes on.
 */
export const checkoutSteps = {
  idle: { start: 'ordering' },
  ordering: { ordered: 'paying', received: 'paid', refused: 'failed' },
  paying: { signed: 'verifying', declined: 'failed', closed: 'dismissed', received: 'paid' },
  verifying: { received: 'paid', unanswered: 'unconfirmed', refused: 'failed' },
  failed: {
    start: 'ordering',
    signed: 'verifying',
    declined: 'failed',
    closed: 'failed',
    received: 'paid',
    forget: 'idle',
  },
  dismissed: { start: 'ordering', received: 'paid', forget: 'idle' },
  // No start: whoever has paid is not to pay again while the bank thinks.
  unconfirmed: { received: 'paid', forget: 'idle' },
  paid: { forget: 'idle' },
} as const satisfies Record<string, Partial<Record<CheckoutEvent['type'], string>>>

export type CheckoutStep = keyof typeof checkoutSteps

export type CheckoutEvent =
  | { type: 'start' }
  | { type: 'ordered'; orderId: string; key: string }
  | { type: 'signed' }
  | { type: 'declined'; reason: string }
  | { type: 'closed' }
  | { type: 'received'; received: Received }
  | { type: 'unanswered'; reason: string }
  | { type: 'refused'; reason: string }
  | { type: 'forget' }

export interface Checkout {
  step: CheckoutStep
  /** The provider's sheet stands above the page. */
  sheetOpen: boolean
  /** Of the order that the sheet was opened for; null before, and where nothing is to be paid. */
  orderId: string | null
  /** Our public key at the gateway, as the order named it. */
  key: string | null
  /** Why it failed, or what is still awaited. */
  reason: string | null
  received: Received | null
}

export const idleCheckout: Checkout = {
  step: 'idle',
  sheetOpen: false,
  orderId: null,
  key: null,
  reason: null,
  received: null,
}

/** While one of these lasts the button reads 'Processing..' and does nothing. */
export function isProcessing({ step }: Checkout): boolean {
  return step === 'ordering' || step === 'paying' || step === 'verifying'
}

/** The checkout after an event. What does not belong to the present step changes nothing. */
export function advance(checkout: Checkout, event: CheckoutEvent): Checkout {
  const ways: Partial<Record<CheckoutEvent['type'], CheckoutStep>> = checkoutSteps[checkout.step]
  const step = ways[event.type]
  if (step === undefined) return checkout
  switch (event.type) {
    case 'start':
      return { ...idleCheckout, step }
    case 'ordered':
      return { ...checkout, step, sheetOpen: true, orderId: event.orderId, key: event.key }
    case 'signed':
      return { ...checkout, step, sheetOpen: false, reason: null }
    case 'declined':
      return { ...checkout, step, reason: event.reason }
    case 'closed':
      return { ...checkout, step, sheetOpen: false }
    case 'received':
      return { ...checkout, step, sheetOpen: false, reason: null, received: event.received }
    case 'unanswered':
    case 'refused':
      return { ...checkout, step, sheetOpen: false, reason: event.reason }
    case 'forget':
      return idleCheckout
  }
}
