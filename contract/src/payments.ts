import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, requiredText } from './fields.ts'
import { maxAmountPaise, rupees, rupeesInput } from './money.ts'
import { subscription } from './plans.ts'

/** What an order is for. */
export const orderKinds = ['plan', 'wallet'] as const
export type OrderKind = (typeof orderKinds)[number]

/**
 * The states of an order. Only the gateway determines whether it was paid. A failed payment does not end its order.
 * - capture: the first captured payment of the order grants what was ordered, once.
 * - expire: 30 minutes have passed, or the terms of the plan have changed. A payment that was begun before still grants;
 *   a payment that was begun later is refunded.
 * - close: after five days without a captured payment the gateway is not asked any more. A later capture is
 *   treated as before.
 */
export const orderStates = {
  open: { capture: 'paid', expire: 'expired', close: 'closed' },
  expired: { capture: 'paid', close: 'closed' },
  closed: { capture: 'paid' },
  paid: {},
} as const
export type OrderStatus = keyof typeof orderStates
export const orderStatuses = Object.keys(orderStates) as [OrderStatus, ...OrderStatus[]]

/**
 * The states of a payment at the gateway, as transactions show them.
 * - capture: `failed` is not final, because a bank may confirm days later.
 * - refund: a payment is refunded if another payment had already paid the order, or if the order had expired. A payment
 *   that an admin refunds stays captured, and lists its refunds.
 */
export const paymentStates = {
  failed: { capture: 'captured' },
  captured: { refund: 'lead_refund' },
  lead_refund: {},
} as const
export type PaymentStatus = keyof typeof paymentStates

/** The states of a refund at the gateway. A pending refund is repeated until the gateway has completed it. */
export const refundStatuses = ['pending', 'processed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** A payment that is begun later is refunded. */
export const orderLifeMinutes = 30

/** The smallest and the largest top-up of a wallet. */
export const topUpLimits = { minPaise: 100, maxPaise: maxAmountPaise } as const

/** The input of the checkout. The amount was fixed when the order was created. */
const order = z.object({
  /** The gateway's id; null if nothing had to be paid. */
  orderId: z.string().nullable(),
  amount: rupees,
  /** The same in paise, as the checkout takes it. */
  amountPaise: z.int(),
  currency: z.literal('INR'),
  /** Public key of our account at the gateway. */
  key: z.string(),
  /** The subscription that a free plan granted at once; absent for other orders. */
  subscription: subscription.optional(),
})
export type Order = z.output<typeof order>

export const createOrderPlan = endpoint('POST', '/api/razorPay/createorderPlan', {
  name: 'createorderPlan',
  summary: 'Create an order for a plan. A free plan is granted immediately',
  access: 'agent',
  body: z.strictObject({
    planId: z.uuid({ error: 'No plan selected' }).toLowerCase(),
    /**
     * The price that the buyer was shown. If the price has changed since, the call is rejected and nothing is ordered.
     */
    expectedPrice: rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 }).optional(),
  }),
  answer: order,
  errors: [
    'PLAN_NOT_FOUND',
    'PLAN_PRICE_CHANGED',
    'FREE_PLAN_ALREADY_GRANTED',
    'EMAIL_NOT_CONFIRMED',
    'PAYMENTS_OFF',
    'GATEWAY_FAILED',
    'TOO_MANY_REQUESTS',
  ],
  idempotent: true,
})

export const createOrderWallet = endpoint('POST', '/api/razorPay/createorderWallet', {
  name: 'createorderWallet',
  summary: 'Create an order for a wallet top-up',
  access: 'agent',
  body: z.strictObject({
    amount: rupeesInput({
      invalid: 'Enter an amount of ₹1 or more.',
      minPaise: topUpLimits.minPaise,
    }),
  }),
  answer: order,
  errors: ['PAYMENTS_OFF', 'GATEWAY_FAILED', 'TOO_MANY_REQUESTS'],
  idempotent: true,
})

/** The outcome of an order. */
const orderOutcome = z.object({
  orderId: z.string(),
  kind: z.enum(orderKinds),
  status: z.enum(orderStatuses),
  amount: rupees,
  /** The gateway's id of the payment that paid the order; null while unpaid. */
  paymentId: z.string().nullable(),
  /** The plan that the payment granted; null while unpaid, and for a top-up. */
  subscription: subscription.nullable(),
  /** The present balance of the caller's wallet. */
  wallet: rupees,
  /** The tax invoice of the payment; null while unpaid. */
  invoiceId: id.nullable(),
  createdAt: instant,
})
export type OrderOutcome = z.output<typeof orderOutcome>

const gatewayText = (error: string) => z.string({ error }).regex(/^[A-Za-z0-9_]{1,64}$/, { error })

export const verifyPayment = endpoint('POST', '/api/razorPay/paymentVerification', {
  name: 'paymentVerification',
  summary: 'Verify a payment after the checkout. The order is granted when the gateway confirms',
  access: 'agent',
  body: z.strictObject({
    razorpay_payment_id: gatewayText('This is not a valid payment ID.'),
    razorpay_order_id: gatewayText('This is not a valid order ID.'),
    razorpay_signature: z
      .string({ error: 'This is not a valid signature.' })
      .regex(/^[0-9a-fA-F]{64}$/, { error: 'This is not a valid signature.' }),
  }),
  answer: orderOutcome,
  errors: [
    'ORDER_NOT_FOUND',
    'PAYMENT_NOT_GENUINE',
    'PAYMENT_MISMATCH',
    'PAYMENT_NOT_CAPTURED',
    'PAYMENT_RETURNED',
    'ORDER_EXPIRED',
    'PAYMENTS_OFF',
    'GATEWAY_FAILED',
  ],
})

export const getOrder = endpoint('GET', '/api/razorPay/orders/{orderId}', {
  name: 'getOrder',
  summary: 'Get the state of the logged-in agent’s order',
  access: 'agent',
  params: z.strictObject({ orderId: gatewayText('This is not a valid order ID.') }),
  answer: orderOutcome,
  errors: ['ORDER_NOT_FOUND'],
})

/** The gateway refunds no less. */
export const minRefundPaise = 100
/** The gateway refunds no older payment. */
export const maxRefundMonths = 6
/** Maximum length in characters. */
export const maxRefundReason = 200

/** Why less than the rest of a payment can be refunded. */
export const refundLimits = ['wallet', 'used-leads', 'paid-returns', 'too-old'] as const

/** A captured payment, with what limits its refund. */
export const refundablePayment = z.object({
  _id: id,
  /** The gateway's id. */
  paymentId: z.string(),
  /** The plan that it paid; null: money for the wallet. */
  planName: z.string().nullable(),
  amount: rupees,
  /** What earlier refunds take, pending ones included. */
  refunded: rupees,
  /** The present balance of the wallet. */
  wallet: rupees,
  /** The leads of the plan; null for a top-up. */
  plan: z
    .object({
      numberOfLeads: z.int(),
      leadsUsed: z.int(),
      /** What its used leads are worth. */
      usedWorth: rupees,
      isActive: z.boolean(),
    })
    .nullable(),
  /** The most that can be refunded now. */
  maxAmount: rupees,
  /** Why this is less than the rest of the payment; null: it is the rest. */
  limitedBy: z.enum(refundLimits).nullable(),
  createdAt: instant,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
})
export type RefundablePayment = z.output<typeof refundablePayment>

export const getRefundablePayment = endpoint('GET', '/api/razorPay/payments/{id}', {
  name: 'getRefundablePayment',
  summary: 'Get a captured payment, with the amount that can be refunded',
  access: 'admin',
  right: ['money', 'support'],
  params: idParams,
  answer: refundablePayment,
  errors: ['PAYMENT_NOT_FOUND'],
})

export const refundBody = z.strictObject({
  /** The id of the payment's transaction. */
  transactionId: id,
  amount: rupeesInput({ invalid: 'Enter an amount of ₹1 or more.', minPaise: minRefundPaise }),
  /** For the agent, who reads it in the mail and on the statement. */
  reason: requiredText('Please enter a reason.', maxRefundReason),
})

export const refundPayment = endpoint('POST', '/api/razorPay/refundPayment', {
  name: 'refundPayment',
  summary:
    'Refund an online payment, whole or in part. Without the right money, or above the limit, another admin decides',
  access: 'admin',
  right: ['money', 'support'],
  body: refundBody,
  /** The id of the entry that took the amount from the wallet, or from the revenue of plans. */
  answer: z.object({
    transactionId: id.nullable(),
    wallet: rupees,
    planEnded: z.boolean(),
    /** Another admin decides first, and the transaction does not exist yet. */
    requestId: id.nullable(),
  }),
  acceptedStatus: 202,
  message: 'Refund started.',
  errors: [
    'PAYMENT_NOT_FOUND',
    'REFUND_TOO_LARGE',
    'REFUND_TOO_OLD',
    'REFUND_REST_TOO_SMALL',
    'REFUNDED_AT_GATEWAY',
    'PAYMENT_NOT_AT_GATEWAY',
    'PLAN_LEADS_USED',
    'PLAN_LEADS_RETURNED',
    'INSUFFICIENT_WALLET_BALANCE',
    'PAYMENTS_OFF',
    'GATEWAY_FAILED',
  ],
  idempotent: true,
})

/** The path that the gateway calls. The signature covers the bytes of the body, so `endpoints` does not contain it. */
export const webhookPath = '/api/razorPay/webhook'
