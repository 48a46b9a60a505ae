import { maxLengths } from '@raahi/contract/field-checks'
import {
  refundFilters,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import type { FilterFields, FiltersOf } from '../../../lib/list-filters.ts'
import { daysOfPeriod, type Period } from '../../../lib/periods.ts'

/** The periods of the specification in its order, those of reports, and that of a dashboard link. */
export const periods = [
  'today',
  'last-7-days',
  'week',
  'month',
  'year',
  'last-month',
  'quarter',
  'financial-year',
] as const satisfies Period[]

/** The filters of all transactions. */
export const transactionFilters = {
  search: { kind: 'text', maxLength: maxLengths.email },
  status: { kind: 'choice', values: transactionStatuses },
  method: { kind: 'choice', values: transactionMethods },
  period: { kind: 'choice', values: periods },
  refund: { kind: 'choice', values: refundFilters },
} as const satisfies FilterFields
export type TransactionFilters = FiltersOf<typeof transactionFilters>

/** The query for these filters, with the days of the period and without the page. */
export function transactionQuery(
  { search, status, method, period, refund }: TransactionFilters,
  now: Date,
) {
  const days = period && daysOfPeriod(period, now)
  return { search, status, method, refund, ...(days && { startDate: days.from, endDate: days.to }) }
}
