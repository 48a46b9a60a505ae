import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  id,
  idParams,
  instant,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
} from './fields.ts'
import { rupees } from './money.ts'

/** recharge: of a wallet by an admin. refund: of an online payment. */
export const moneyRequestKinds = ['recharge', 'refund'] as const
export type MoneyRequestKind = (typeof moneyRequestKinds)[number]

/** A request without a decision expires after this number of days. */
export const moneyRequestDays = 7

/** The message to the admin who asked. */
export const askedText = 'Sent to another admin for approval.'

/** The states of a request. It becomes `expired` by time alone. */
export const moneyRequestStates = {
  pending: { approve: 'approved', decline: 'declined', expire: 'expired' },
  approved: {},
  declined: {},
  expired: {},
} as const
export type MoneyRequestStatus = keyof typeof moneyRequestStates
export const moneyRequestStatuses = Object.keys(moneyRequestStates) as [
  MoneyRequestStatus,
  ...MoneyRequestStatus[],
]

const person = z.object({ _id: id, name: z.string() })

/** A recharge or a refund that an admin asked for and another admin decides. */
const moneyRequest = z.object({
  _id: id,
  kind: z.enum(moneyRequestKinds),
  status: z.enum(moneyRequestStatuses),
  amount: rupees,
  /** The agent whose money moves. */
  user: person.extend({ email: z.string() }),
  /** The gateway's id of the payment that is refunded; null for a recharge. */
  paymentId: z.string().nullable(),
  /** Of a recharge. */
  reference: z.string().nullable(),
  /** The note of a recharge, or the reason of a refund. */
  note: z.string().nullable(),
  askedBy: person,
  askedAt: instant,
  expiresAt: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  /** Whether the caller may decide it now. */
  canDecide: z.boolean(),
})
export type MoneyRequest = z.output<typeof moneyRequest>

export const listMoneyRequests = endpoint('GET', '/api/money-requests', {
  name: 'listMoneyRequests',
  summary:
    'List requests for money, newest first. Admins without the right money see their own requests',
  access: 'admin',
  right: ['money', 'agents', 'support'],
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    status: optionalFilter(
      z.enum(moneyRequestStatuses, { error: 'Choose pending, approved, declined or expired.' }),
    ),
  }),
  answer: pagedDocs(moneyRequest),
})

export const decideMoneyRequest = endpoint('POST', '/api/money-requests/{id}/decision', {
  name: 'decideMoneyRequest',
  summary: 'Approve or decline a request of another admin. An approval moves the money at once',
  access: 'admin',
  right: 'money',
  params: idParams,
  body: z.strictObject({
    action: z.enum(['approve', 'decline'], { error: 'Choose approve or decline.' }),
  }),
  answer: moneyRequest,
  errors: [
    'MONEY_REQUEST_NOT_FOUND',
    'MONEY_REQUEST_DECIDED',
    'MONEY_REQUEST_EXPIRED',
    'OWN_MONEY_REQUEST',
    'USER_NOT_FOUND',
    'WALLET_LIMIT_EXCEEDED',
    'INSUFFICIENT_WALLET_BALANCE',
    'PAYMENT_NOT_FOUND',
    'PAYMENT_NOT_AT_GATEWAY',
    'PAYMENTS_OFF',
    'GATEWAY_FAILED',
    'REFUNDED_AT_GATEWAY',
    'REFUND_TOO_LARGE',
    'REFUND_TOO_OLD',
    'REFUND_REST_TOO_SMALL',
    'PLAN_LEADS_USED',
    'PLAN_LEADS_RETURNED',
  ],
})
