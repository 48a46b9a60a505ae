import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportAnswerType, formatQuery } from './export-format.ts'
import { maxLengths } from './field-checks.ts'
import {
  day,
  filterText,
  id,
  instant,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
} from './fields.ts'
import { rupees } from './money.ts'
import { refundStatuses } from './payments.ts'

/** How a transaction was paid, as the wire and the screens name it. */
export const transactionMethods = [
  'lead_wallet',
  'wallet_refund',
  'cash',
  'recharge_by_admin',
  'Online',
  // Added to those of the specification.
  'plan_wallet',
  'recharge_correction',
  'top_up_refund',
  'plan_refund',
] as const
export type TransactionMethod = (typeof transactionMethods)[number]

export const transactionStatuses = ['captured', 'failed', 'lead_refund'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** The entries that a correction and its recharge link, by their short numbers. */
const correctionLinks = {
  /** The recharge that this entry corrects; null: it is no correction. */
  corrects: z.string().nullable(),
  /** The corrections of this recharge, the oldest first. */
  corrections: z.array(z.object({ paymentId: z.string(), amount: rupees })),
}
export type CorrectionLinks = z.output<z.ZodObject<typeof correctionLinks>>

/** The refunds of an online payment. The statement names a payment by its short number, the list of admins by the gateway's id. */
const refundLinks = {
  /** The payment that this entry refunds; null: it is no refund of a payment. */
  refundOf: z.string().nullable(),
  /** Whether the gateway has completed the refund of this entry; null: it is no refund of a payment. */
  refundStatus: z.enum(refundStatuses).nullable(),
  /** The refunds of this payment, the oldest first, with their entries; without one for a payment that its order did not need. */
  refunds: z.array(
    z.object({
      paymentId: z.string().nullable(),
      amount: rupees,
      status: z.enum(refundStatuses),
    }),
  ),
}
export type RefundLinks = z.output<z.ZodObject<typeof refundLinks>>

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
  /**
   * What an admin noted: on a recharge the reference of the payment and a text for the agent, on a correction or refund the reason.
   */
  reference: z.string().nullable(),
  note: z.string().nullable(),
  ...correctionLinks,
  ...refundLinks,
  /** The tax invoice of an online payment; null: there is none. */
  invoiceId: id.nullable(),
  createdAt: instant,
})
export type StatementLine = z.output<typeof statementLine>

const method = optionalFilter(
  z.enum(transactionMethods, { error: 'This payment method is not recognised.' }),
)

/** Days of the movements in Asia/Kolkata, both included. */
const dates = { startDate: optionalFilter(day), endDate: optionalFilter(day) }

export const myTransactions = endpoint('GET', '/api/transactions/my', {
  name: 'myTransactions',
  summary: 'List the logged-in agent’s wallet statement, newest first',
  access: 'agent',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10), method, ...dates }),
  answer: pagedDocs(statementLine),
})

/** A lead that was taken from a plan, or given back to it. */
export const planLeadMovement = z.object({
  _id: id,
  kind: z.enum(['used', 'returned']),
  /** LD-000123 */
  leadId: z.string(),
  destination: z.string().nullable(),
  planName: z.string(),
  createdAt: instant,
})
export type PlanLeadMovement = z.output<typeof planLeadMovement>

export const myPlanLeads = endpoint('GET', '/api/transactions/my/planLeads', {
  name: 'myPlanLeads',
  summary: 'List the leads that the logged-in agent’s plans paid for or got back, newest first',
  access: 'agent',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10), ...dates }),
  answer: pagedDocs(planLeadMovement),
})

export const getUserStatement = endpoint('GET', '/api/transactions/user/{userId}', {
  name: 'getUserStatement',
  summary: 'List a user’s wallet statement, newest first',
  access: 'admin',
  right: ['money', 'support'],
  list: true,
  params: z.strictObject({ userId: id }),
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10), method }),
  answer: pagedDocs(statementLine),
  errors: ['USER_NOT_FOUND'],
})

export const exportMyTransactions = endpoint('GET', '/api/transactions/my/export', {
  name: 'exportMyTransactions',
  summary: 'Export the logged-in agent’s wallet statement as CSV or XLSX, newest first',
  access: 'agent',
  list: true,
  query: z.strictObject({ method, ...dates, ...formatQuery }),
  answerType: exportAnswerType,
})

/** A movement of money, or a payment that failed, as admins see it. */
export const transaction = z.object({
  _id: id,
  /** The gateway's id of an online payment, else a short number: TX-000123. */
  paymentId: z.string(),
  method: z.enum(transactionMethods),
  status: z.enum(transactionStatuses),
  amount: rupees,
  currency: z.literal('INR'),
  /** The plan that was bought; null: none was. */
  planName: z.string().nullable(),
  /** What it was for, such as the number of the lead bought. */
  description: z.string(),
  /**
   * What an admin noted: on a recharge the reference of the payment and a text for the agent, on a correction or refund the reason.
   */
  reference: z.string().nullable(),
  note: z.string().nullable(),
  ...correctionLinks,
  ...refundLinks,
  /** The tax invoice of an online payment; null: there is none. */
  invoiceId: id.nullable(),
  createdAt: instant,
  user: z.object({ _id: id, name: z.string(), email: z.string() }),
})
export type Transaction = z.output<typeof transaction>

/** Refunds to payers that a list can show. */
export const refundFilters = ['pending'] as const

/**
 * Days are those of Asia/Kolkata, both included. `search`: an exact amount; part of an id, payment id, order id, or of the
 * agent's name, email or phone; or the number of a lead, which finds the money that paid it or was paid back for it.
 */
const filters = {
  status: optionalFilter(
    z.enum(transactionStatuses, { error: 'Choose captured, failed or lead_refund.' }),
  ),
  ...dates,
  method,
  search: optionalFilter(filterText(maxLengths.email)),
  /** pending: payments with a refund that the gateway has not completed. */
  refund: optionalFilter(z.enum(refundFilters, { error: 'Choose pending.' })),
}
const filterQuery = z.strictObject(filters)
export type TransactionFilters = z.output<typeof filterQuery>

export const allTransactions = endpoint('GET', '/api/transactions/all-transaction', {
  name: 'allTransactions',
  summary: 'List the transactions of all users, newest first',
  access: 'admin',
  right: ['money', 'support'],
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(10), ...filters }),
  answer: pagedDocs(transaction),
})

export const transactionSummary = z.object({
  /** Sales of leads from wallets and of plans, minus refunds of both. A recharge does not count: it is a deposit. */
  totalEarnings: rupees,
  totalTransactions: z.int(),
  /** The average sale of a lead or plan, before refunds; 0 without a sale. A recharge is not a sale. */
  averageTransaction: rupees,
  /**
   * Captured payments, refunded ones included, in percent of all gateway payments, one decimal; null without payments.
   */
  successRate: z.number().nullable(),
  /** Earnings of the present month in Asia/Kolkata. */
  thisMonth: rupees,
  /** Users with a captured sale. */
  uniqueCustomers: z.int(),
  /** Gateway payments that were captured: the numerator of `successRate`. */
  successfulPayments: z.int(),
})
export type TransactionSummary = z.output<typeof transactionSummary>

export const getTransactionSummary = endpoint('GET', '/api/transactions/summary', {
  name: 'getTransactionSummary',
  summary: 'Get figures of the filtered transactions',
  access: 'admin',
  right: 'money',
  list: true,
  query: filterQuery,
  answer: transactionSummary,
})

export const exportTransactions = endpoint('GET', '/api/transactions/export', {
  name: 'exportTransactions',
  summary: 'Export the filtered transactions as CSV or XLSX, newest first',
  access: 'admin',
  right: 'money',
  query: filterQuery.extend(formatQuery),
  answerType: exportAnswerType,
})
