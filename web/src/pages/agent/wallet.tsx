import { NativeSelect } from '@mantine/core'
import { type TransactionMethod, transactionMethods } from '@raahi/contract/transactions'
import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { ExportButton } from '../../features/transactions/export-button.tsx'
import {
  fetchStatementFile,
  statementPageSize,
  useStatement,
} from '../../features/transactions/statement/statement.api.ts'
import {
  readStatementFilters,
  type StatementFilters,
  writeStatementFilters,
} from '../../features/transactions/statement/statement-filters.ts'
import { StatementTable } from '../../features/transactions/statement/statement-table.tsx'
import { methodLabels } from '../../features/transactions/transaction-labels.ts'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { useAccount } from '../../features/users/use-account.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'

const methodOptions = [
  { value: '', label: 'All Methods' },
  ...transactionMethods.map((method) => ({ value: method, label: methodLabels[method] })),
]

/** The agent's own wallet: the balance, and every movement that led to it. */
export default function WalletPage() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readStatementFilters(params), [params])
  const { user } = useAccount()
  const statement = useStatement(filters.page, filters.method)

  const change = (changed: Partial<StatementFilters>, replace = false) =>
    setParams(writeStatementFilters({ ...filters, page: 1, ...changed }), {
      replace,
      preventScrollReset: changed.page === undefined,
    })
  const lastPage = statement.data?.totalPages ?? filters.page
  useEffect(() => {
    // The address was made up, or is from a time with more lines.
    if (filters.page > lastPage && !statement.isPlaceholderData) {
      setParams(writeStatementFilters({ ...filters, page: lastPage }), { replace: true })
    }
  }, [filters, lastPage, statement.isPlaceholderData, setParams])

  return (
    <>
      <PageHeader
        title="Wallet Statement"
        subtitle={
          <>
            Wallet balance <Money rupees={user.wallet} />
          </>
        }
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <>
            <ExportButton
              name="wallet-statement"
              fetchFile={() => fetchStatementFile(filters.method)}
              empty={statement.data?.totalDocs === 0}
            />
            <AddMoney />
          </>
        }
      />
      <AccountFailed />
      <SearchPanel
        activeCount={filters.method ? 1 : 0}
        onClear={() => change({ method: undefined })}
      >
        <NativeSelect
          label="Method"
          data={methodOptions}
          value={filters.method ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ method: (value || undefined) as TransactionMethod | undefined })
          }
        />
      </SearchPanel>
      <StatementList
        statement={statement}
        page={filters.page}
        onPageChange={(page) => change({ page })}
      />
    </>
  )
}

interface StatementListProps {
  statement: ReturnType<typeof useStatement>
  page: number
  onPageChange: (page: number) => void
}

function StatementList({ statement, page, onPageChange }: StatementListProps) {
  const { data, error, isFetching, refetch } = statement
  const failure = error && errorWithReason(error, 'The statement could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading your statement..." layout="rows" count={statementPageSize} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        <EmptyState text="No transactions found." />
      ) : (
        <StatementTable lines={data.docs} />
      )}
      <Pagination
        page={page}
        pageSize={statementPageSize}
        total={data.totalDocs}
        onPageChange={onPageChange}
      />
    </>
  )
}
