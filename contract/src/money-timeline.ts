import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { maxLengths } from './field-checks.ts'
import { filterText, id, idParams, instant } from './fields.ts'
import { rupees } from './money.ts'
import { orderStatuses } from './payments.ts'

export const moneyEventKinds = [
  'order',
  'payment-failed',
  'payment',
  'webhook',
  'wallet-credited',
  'plan-granted',
  'recharge',
  'correction',
  'lead-bought',
  'return-requested',
  'return-rejected',
  'return-paid',
  'return-to-plan',
  'refund-started',
  'refund-done',
  'invoice',
  'credit-note',
] as const
export type MoneyEventKind = (typeof moneyEventKinds)[number]

/** Who caused an event. `raahi`: the product, without a person. */
export const moneyActors = ['agent', 'admin', 'gateway', 'raahi'] as const

const moneyEvent = z.object({
  kind: z.enum(moneyEventKinds),
  at: instant,
  by: z.enum(moneyActors),
  /** The name of an agent or admin; null if it is not known. */
  name: z.string().nullable(),
  amount: rupees.nullable(),
  /** The number that people quote: an order, a payment, TX-000123, LD-000123, an invoice. */
  label: z.string().nullable(),
  /** The plan, the instrument, the cause of a failure, the name of a webhook, the text of a recharge, the reason of its correction or of a refund. */
  note: z.string().nullable(),
  /** The balance of the wallet after the event. */
  balance: rupees.nullable(),
  invoiceId: id.nullable(),
})
export type MoneyEvent = z.output<typeof moneyEvent>

const owner = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
})

export const moneyTimeline = z.object({
  user: owner,
  /** The order of an online payment, and when the gateway is asked about it next. */
  order: z.object({ status: z.enum(orderStatuses), nextCheckAt: instant.nullable() }).nullable(),
  /** Leads of the plan that were bought before the listed ones. */
  olderPurchases: z.int(),
  /** Oldest first. */
  events: z.array(moneyEvent),
})
export type MoneyTimeline = z.output<typeof moneyTimeline>

export const getMoneyTimeline = endpoint('GET', '/api/transactions/timeline/{id}', {
  name: 'getMoneyTimeline',
  summary: 'Get what happened to the money of a transaction or an order',
  access: 'admin',
  right: ['money', 'support'],
  params: idParams,
  answer: moneyTimeline,
  errors: ['TRANSACTION_NOT_FOUND'],
})

/** An order without a recorded payment, which is therefore not among the transactions. */
export const unpaidOrder = z.object({
  _id: id,
  orderId: z.string().nullable(),
  amount: rupees,
  /** Null: money for the wallet. */
  planName: z.string().nullable(),
  status: z.enum(orderStatuses),
  createdAt: instant,
  user: owner,
})
export type UnpaidOrder = z.output<typeof unpaidOrder>

export const maxUnpaidOrders = 5

export const findUnpaidOrders = endpoint('GET', '/api/transactions/unpaid-orders', {
  name: 'findUnpaidOrders',
  summary: 'Find the newest orders without a recorded payment, by the search of the transactions',
  access: 'admin',
  right: ['money', 'support'],
  list: true,
  query: z.strictObject({ search: filterText(maxLengths.email) }),
  answer: z.array(unpaidOrder),
})
