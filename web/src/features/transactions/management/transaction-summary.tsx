import { Skeleton } from '@mantine/core'
import type { TransactionSummary as Summary } from '@raahi/contract/transactions'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import classes from './transaction-summary.module.css'

const figures: readonly {
  label: string
  value: (summary: Summary) => ReactNode
  /** What the figure counts, shown on hover and read aloud. Called without a summary while it loads. */
  hint?: (summary?: Summary) => string
}[] = [
  {
    label: 'Total Earnings',
    value: ({ totalEarnings }) => <Money rupees={totalEarnings} />,
    hint: () => 'Leads and plans sold, minus refunds',
  },
  {
    label: 'Total Transactions',
    value: ({ totalTransactions }) => formatCount(totalTransactions),
  },
  {
    label: 'Average Transaction',
    value: ({ averageTransaction }) => <Money rupees={averageTransaction} />,
    hint: () => 'Per lead or plan sold',
  },
  {
    label: 'Success Rate',
    value: ({ successRate }) => (successRate === null ? '—' : `${successRate.toFixed(1)}%`),
    hint: (summary) =>
      summary?.successRate === null ? 'No online payments' : 'Of online payments',
  },
  {
    label: 'This Month',
    value: ({ thisMonth }) => <Money rupees={thisMonth} />,
  },
  {
    label: 'Unique Customers',
    value: ({ uniqueCustomers }) => formatCount(uniqueCustomers),
  },
  {
    label: 'Successful Payments',
    value: ({ successfulPayments }) => formatCount(successfulPayments),
    hint: () => 'Online payments that went through',
  },
]

/** The seven figures for the transactions that match the filters, in one line. */
export function TransactionSummary({ query }: { query: UseQueryResult<Summary> }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const failure = error && errorWithReason(error, 'The figures could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data && failure) {
    return (
      <div className={classes.failed}>
        <ErrorState text={failure} {...retry} />
      </div>
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {/* A keyboard scrolls the line only if it can have the focus. */}
      <section
        className={classes.summary}
        data-stale={isPlaceholderData || undefined}
        aria-label="Totals"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
      >
        <dl className={classes.line}>
          {figures.map(({ label, value, hint }) => (
            <div key={label} title={hint?.(data)}>
              <dt>{label}</dt>
              <dd aria-busy={!data}>{data ? value(data) : <Skeleton height={20} width="60%" />}</dd>
              {hint && <dd className={hidden.hidden}>{hint(data)}</dd>}
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
