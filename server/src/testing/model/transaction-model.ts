import {
  type TransactionMethod,
  type TransactionStatus,
  type TransactionSummary,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { phoneParts } from '../../platform/database/phone-search.ts'

// The simplest implementation of the list of transactions, in memory: filter, sort, cut, sum.

export interface ListedTransaction {
  id: string
  createdAt: Date
  method: TransactionMethod
  status: TransactionStatus
  amountPaise: number
  /** An index into the users of the test. */
  user: number
  /** Name, email and phone of the user, as stored. */
  agent?: { name: string; email: string; phone: string | null }
  /** The plan of a payment. */
  planName: string | null
  gatewayPaymentId: string
  /** Number and id of the journal entry, if one exists. The database assigns the number. */
  entry: { id: string; number: number } | null
}

export interface TransactionQuery {
  page: number
  limit: number
  method?: TransactionMethod
  status?: TransactionStatus
  startDate?: string
  endDate?: string
  search?: string
}

const kolkata = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
/** The day in Asia/Kolkata, YYYY-MM-DD. */
export const dayOf = (at: Date) => kolkata.format(at)

export const labelOf = (number: number) => `TX-${String(number).padStart(6, '0')}`

export function findInModel(
  all: readonly ListedTransaction[],
  query: Omit<TransactionQuery, 'page' | 'limit'>,
) {
  return all
    .filter((one) => matches(one, query))
    .toSorted((a, b) => +b.createdAt - +a.createdAt || (a.id < b.id ? 1 : -1))
}

export function pageInModel(all: readonly ListedTransaction[], query: TransactionQuery) {
  const found = findInModel(all, query)
  const offset = (query.page - 1) * query.limit
  return {
    ids: found.slice(offset, offset + query.limit).map(({ id }) => id),
    totalDocs: found.length,
    hasNextPage: found.length > offset + query.limit,
    totalPages: Math.max(1, Math.ceil(found.length / query.limit)),
  }
}

export function summaryInModel(
  all: readonly ListedTransaction[],
  query: Omit<TransactionQuery, 'page' | 'limit'>,
  now: Date,
): TransactionSummary {
  const found = findInModel(all, query)
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const gateway = found.filter(({ method }) => method === 'Online')
  const captured = gateway.filter(({ status }) => status !== 'failed')
  const sales = found.filter(isSale)
  const month = dayOf(now).slice(0, 7)
  return {
    totalEarnings: sum(found.map(earned)) / 100,
    totalTransactions: found.length,
    averageTransaction:
      sales.length === 0
        ? 0
        : Math.round(sum(sales.map(({ amountPaise }) => amountPaise)) / sales.length) / 100,
    successRate:
      gateway.length === 0 ? null : Math.round((captured.length / gateway.length) * 1000) / 10,
    thisMonth: sum(found.filter((one) => dayOf(one.createdAt).startsWith(month)).map(earned)) / 100,
    uniqueCustomers: new Set(found.filter(isSale).map(({ user }) => user)).size,
    successfulPayments: captured.length,
  }
}

function isSale({ method, status, planName }: ListedTransaction): boolean {
  if (method === 'Online') return status === 'captured' && planName !== null
  return method === 'lead_wallet' || method === 'plan_wallet' || method === 'cash'
}

function earned(one: ListedTransaction): number {
  if (one.method === 'wallet_refund' || one.method === 'plan_refund') return -one.amountPaise
  return isSale(one) ? one.amountPaise : 0
}

function matches(one: ListedTransaction, query: Omit<TransactionQuery, 'page' | 'limit'>): boolean {
  const day = dayOf(one.createdAt)
  return (
    (!query.method || one.method === query.method) &&
    (!query.status || one.status === query.status) &&
    (!query.startDate || day >= query.startDate) &&
    (!query.endDate || day <= query.endDate) &&
    (!query.search || isFound(one, query.search))
  )
}

function isFound(one: ListedTransaction, search: string): boolean {
  const names = [one.id, one.entry && labelOf(one.entry.number), one.entry?.id]
  if (one.method === 'Online') names.push(one.gatewayPaymentId)
  names.push(one.agent?.name, one.agent?.email)
  return (
    names.some((name) => name?.toLowerCase().includes(search.toLowerCase())) ||
    phoneParts(search).some((part) => one.agent?.phone?.includes(part)) ||
    (/^\d+(\.\d{1,2})?$/.test(search) && Math.round(Number(search) * 100) === one.amountPaise)
  )
}

/** Instants around midnight in Asia/Kolkata (18:30 UTC) and in UTC, over months, many of them equal. */
export const instants = Array.from({ length: 60 }, (_, i) => {
  const day = Date.UTC(2025, 2, 1 + i * 4)
  const midnightInIndia = 18.5 * 3_600_000
  return new Date(day + ([0, midnightInIndia - 1, midnightInIndia, 86_399_999][i % 4] ?? 0))
})
const days = [...new Set(instants.flatMap((at) => [dayOf(at), at.toISOString().slice(0, 10)]))]

export const userCount = 7
const amounts = [100, 5000, 5050, 9999, 50_000, 1_00_000_00]

const kinds = [
  { method: 'lead_wallet', status: 'captured' },
  { method: 'lead_wallet', status: 'captured' },
  { method: 'plan_wallet', status: 'captured' },
  { method: 'wallet_refund', status: 'lead_refund' },
  { method: 'cash', status: 'captured' },
  { method: 'recharge_by_admin', status: 'captured' },
  { method: 'recharge_correction', status: 'captured' },
  { method: 'top_up_refund', status: 'captured' },
  { method: 'plan_refund', status: 'captured' },
  { method: 'Online', status: 'captured' },
  { method: 'Online', status: 'failed' },
  { method: 'Online', status: 'lead_refund' },
] as const

/** An arbitrary transaction, of a past month or of the present one. */
export const anyTransaction = (now: Date): fc.Arbitrary<ListedTransaction> =>
  fc
    .record({
      createdAt: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...instants) },
        { weight: 1, arbitrary: fc.constant(new Date(+now - 60_000)) },
      ),
      kind: fc.constantFrom(...kinds),
      amountPaise: fc.constantFrom(...amounts),
      user: fc.nat({ max: userCount - 1 }),
      planName: fc.option(fc.constantFrom('Starter', '=1+1', 'Gold, "big"'), { freq: 2 }),
      gateway: fc.constantFrom('pay_Ab%', 'pay_xY_', 'pay_\\', 'pay_00'),
    })
    .map(({ kind, planName, gateway, ...rest }) => {
      const id = uuidv7()
      const isFailed = kind.status === 'failed'
      const isOnline = kind.method === 'Online'
      return {
        ...rest,
        ...kind,
        id,
        planName: isOnline && kind.status !== 'lead_refund' ? planName : null,
        gatewayPaymentId: gateway + id.slice(-12),
        entry: isFailed ? null : { id: isOnline ? uuidv7() : id, number: 0 },
      }
    })

const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** An arbitrary valid query. @param all transactions from whose ids search texts are taken */
export function anyTransactionQuery(
  all: readonly ListedTransaction[],
): fc.Arbitrary<TransactionQuery> {
  const partOfName = fc
    .tuple(fc.nat({ max: all.length - 1 }), fc.nat({ max: 25 }), fc.integer({ min: 1, max: 12 }))
    .map(([i, from, length]) => {
      const one = all[i]
      const names = [one?.id, one?.gatewayPaymentId, one?.entry && labelOf(one.entry.number)]
      const name = names[i % 3] || one?.id || ''
      return name.slice(from % name.length, (from % name.length) + length).trim()
    })
  const search = fc.oneof(
    partOfName,
    fc.constantFrom(
      '%',
      '_',
      '\\',
      '50',
      '50.5',
      '100000',
      'TX-',
      'tx-0000',
      'PAY_',
      'nowhere',
      'Agent',
      '@',
    ),
  )
  return fc
    .record({
      page: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 10, max: 40 })),
      limit: fc.oneof(fc.constant(50), fc.integer({ min: 1, max: 50 })),
      method: mostly(fc.constantFrom(...transactionMethods)),
      status: mostly(fc.constantFrom(...transactionStatuses)),
      startDate: mostly(fc.constantFrom(...days)),
      endDate: mostly(fc.constantFrom(...days)),
      search: mostly(search),
    })
    .map((query) => JSON.parse(JSON.stringify(query)) as TransactionQuery)
}
