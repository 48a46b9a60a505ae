import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, optionalFilter, pagedDocs, pageLimit, pageNumber } from './fields.ts'
import { rupees } from './money.ts'

/** How a transaction was paid, as the wire and the screens name it. */
export const transactionMethods = [
  'lead_wallet',
  'wallet_refund',
  'cash',
  'recharge_by_admin',
  'Online',
] as const
export type TransactionMethod = (typeof transactionMethods)[number]

export const transactionStatuses = ['captured', 'failed', 'lead_refund'] as const

/** One line of an agent's wallet statement. */
export const statementLine = z.object({
  _id: id,
  /** Short number that people quote: TX-000123. */
  paymentId: z.string(),
  method: z.enum(transactionMethods),
  status: z.enum(transactionStatuses),
  direction: z.enum(['credit', 'debit']),
  amount: rupees,
  currency: z.literal('INR'),
  /** Wallet balance after this line. */
  balance: rupees,
  /** What it was for, such as the number of the lead bought. */
  description: z.string(),
  createdAt: instant,
})
export type StatementLine = z.output<typeof statementLine>

export const myTransactions = endpoint({
  name: 'myTransactions',
  summary: 'The signed-in agent’s wallet statement, newest first',
  method: 'GET',
  path: '/api/transactions/my',
  access: 'agent',
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    method: optionalFilter(z.enum(transactionMethods, { error: 'This method is not known.' })),
  }),
  answer: pagedDocs(statementLine),
})
