import type { Answer } from '@raahi/contract/endpoint'
import type { allTransactions } from '@raahi/contract/transactions'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { EmptyList } from '../../../ui/empty-list.tsx'
import { PageSteps } from '../../../ui/page-steps.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import classes from '../transactions.module.css'
import type { transactionFilters } from './transaction-filters.ts'
import type { TransactionRowsProps } from './transaction-parts.tsx'
import { TransactionTable } from './transaction-table.tsx'
import { transactionsPerPage } from './transactions.api.ts'

interface TransactionListProps {
  query: UseQueryResult<Answer<typeof allTransactions>>
  list: ListFilters<typeof transactionFilters>
  onReverse: TransactionRowsProps['onReverse']
}

/** 'Transactions (total)' with its pages. */
export function TransactionList({ query, list, onReverse }: TransactionListProps) {
  const { data } = query
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions" className={classes.listTitle}>
        Transactions{data && ` (${formatCount(data.totalDocs)})`}
      </h2>
      <PagedList
        query={query}
        items={data?.docs}
        total={data?.totalDocs}
        page={list.filters.page}
        pageSize={transactionsPerPage}
        onPageChange={list.goToPage}
        loading={{
          label: 'Loading transactions...',
          layout: 'rows',
          count: 5,
          rowHeight: '2.75rem',
        }}
        failed={(error) => errorWithReason(error, 'The transactions could not be loaded.')}
        empty={
          <EmptyList
            list={list}
            noMatch="No transactions found."
            text="No transactions found. The first payment or purchase of an agent appears here."
          />
        }
        pager={PageSteps}
      >
        {(rows) => <TransactionTable rows={rows} onReverse={onReverse} />}
      </PagedList>
    </section>
  )
}
