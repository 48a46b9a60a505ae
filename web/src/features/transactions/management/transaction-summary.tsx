import type { TransactionSummary as Summary } from '@raahi/contract/transactions'
import {
  IconCalendarMonth,
  IconChartBar,
  IconCircleCheck,
  IconCoinRupee,
  IconPercentage,
  IconReceipt,
  IconUsers,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx'
import classes from './transaction-summary.module.css'

const cards: readonly {
  label: string
  icon: typeof IconReceipt
  value: (summary: Summary) => ReactNode
  /** Called without a summary while it loads. */
  hint?: (summary?: Summary) => string
}[] = [
  {
    label: 'Total Earnings',
    icon: IconCoinRupee,
    value: ({ totalEarnings }) => <Money rupees={totalEarnings} />,
    hint: () => 'Leads and plans sold, minus refunds',
  },
  {
    label: 'Total Transactions',
    icon: IconReceipt,
    value: ({ totalTransactions }) => formatCount(totalTransactions),
  },
  {
    label: 'Average Transaction',
    icon: IconChartBar,
    value: ({ averageTransaction }) => <Money rupees={averageTransaction} />,
    hint: () => 'Per lead or plan sold',
  },
  {
    label: 'Success Rate',
    icon: IconPercentage,
    value: ({ successRate }) => (successRate === null ? '—' : `${successRate.toFixed(1)}%`),
    hint: (summary) =>
      summary?.successRate === null ? 'No online payments' : 'Of online payments',
  },
  {
    label: 'This Month',
    icon: IconCalendarMonth,
    value: ({ thisMonth }) => <Money rupees={thisMonth} />,
  },
  {
    label: 'Unique Customers',
    icon: IconUsers,
    value: ({ uniqueCustomers }) => formatCount(uniqueCustomers),
  },
  {
    label: 'Successful Payments',
    icon: IconCircleCheck,
    value: ({ successfulPayments }) => formatCount(successfulPayments),
    hint: () => 'Online payments that went through',
  },
]

/** The seven figures for the transactions that match the filters. */
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
      <div className={classes.summary} data-stale={isPlaceholderData || undefined}>
        <StatGrid>
          {cards.map(({ label, icon, value, hint }) => (
            <StatCard
              key={label}
              label={label}
              icon={icon}
              loading={!data}
              value={data && value(data)}
              hint={hint?.(data)}
            />
          ))}
        </StatGrid>
      </div>
    </>
  )
}
