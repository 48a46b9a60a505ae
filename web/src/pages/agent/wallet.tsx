import { transactionMethods } from '@raahi/contract/transactions'
import { useAccount } from '../../features/account/public/use-account.ts'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { ReceiptButton } from '../../features/transactions/statement/receipt-button.tsx'
import {
  fetchStatementFile,
  statementPageSize,
  useStatement,
} from '../../features/transactions/statement/statement.api.ts'
import { statementFilters } from '../../features/transactions/statement/statement-filters.ts'
import { StatementTable } from '../../features/transactions/statement/statement-table.tsx'
import { methodLabels } from '../../features/transactions/transaction-labels.ts'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { errorWithReason } from '../../lib/api-error.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { EmptyList } from '../../ui/empty-list.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'

const methodOptions = filterOptions('All Methods', transactionMethods, methodLabels)

/** The agent's wallet: the balance, and the statement of all movements. */
export default function WalletPage() {
  const list = useListFilters(statementFilters)
  const { page } = list.filters
  const { user } = useAccount()
  const statement = useStatement(list.filters)
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
              fetchFile={(format) => fetchStatementFile(list.filters, format)}
              empty={statement.data?.totalDocs === 0}
            />
            <ReceiptButton />
            <AddMoney action="add" />
          </>
        }
      />
      <AccountFailed />
      <SearchPanel activeCount={list.count} onClear={list.clear}>
        <ChoiceFilter label="Method" options={methodOptions} {...list.choiceField('method')} />
        <DateRangeFilter
          withPeriods
          from={list.dateField('startDate')}
          to={list.dateField('endDate')}
        />
      </SearchPanel>
      <PagedList
        query={statement}
        items={statement.data?.docs}
        total={statement.data?.totalDocs}
        page={page}
        pageSize={statementPageSize}
        onPageChange={list.goToPage}
        loading={{
          label: 'Loading your statement...',
          layout: 'rows',
          count: statementPageSize,
        }}
        failed={(error) => errorWithReason(error, 'The statement could not be loaded.')}
        empty={
          <EmptyList
            list={list}
            noMatch="No transactions found."
            text="No transactions found. Add money to buy your first lead: every payment then appears here, with the balance after it."
          />
        }
      >
        {(lines) => <StatementTable lines={lines} />}
      </PagedList>
    </>
  )
}
