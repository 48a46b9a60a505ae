import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Answer } from '@raahi/contract/endpoint'
import type { allTransactions } from '@raahi/contract/transactions'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageSteps } from '../../../ui/page-steps.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import classes from '../transactions.module.css'
import { TransactionCards } from './transaction-cards.tsx'
import { TransactionTable } from './transaction-table.tsx'

interface TransactionListProps {
  query: UseQueryResult<Answer<typeof allTransactions>>
  page: number
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Absent where no filter is set. */
  onClear: (() => void) | undefined
}

/** 'Transactions (total)' with its pages, in every state a list can be in. */
export function TransactionList(props: TransactionListProps) {
  const { data } = props.query
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions" className={classes.listTitle}>
        Transactions{data && ` (${formatCount(data.totalDocs)})`}
      </h2>
      <ListBody {...props} />
    </section>
  )
}

function ListBody({ query, page, onPageChange, onClear }: TransactionListProps) {
  const wide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The address was made up, or is from a time with more of them.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && errorWithReason(error, 'The transactions could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading transactions..." layout="rows" count={5} />
    )
  }
  const Layout = wide ? TransactionTable : TransactionCards
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        <EmptyState
          text="No transactions found."
          action={
            onClear && (
              <Button variant="default" onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        />
      ) : (
        <>
          <div className={classes.list} data-stale={isPlaceholderData || undefined}>
            <Layout rows={data.docs} />
          </div>
          <PageSteps page={page} pages={data.totalPages} onPageChange={onPageChange} />
        </>
      )}
    </>
  )
}
