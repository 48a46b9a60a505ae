import { transactionMethods } from '@raahi/contract/transactions'
import { useAccount } from '../../features/account/public/use-account.ts'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { PlanLeadTable } from '../../features/transactions/statement/plan-lead-table.tsx'
import { ReceiptButton } from '../../features/transactions/statement/receipt-button.tsx'
import {
  fetchStatementFile,
  statementPageSize,
  usePlanLeads,
  useStatement,
} from '../../features/transactions/statement/statement.api.ts'
import { statementFilters } from '../../features/transactions/statement/statement-filters.ts'
import { StatementTable } from '../../features/transactions/statement/statement-table.tsx'
import { methodLabels } from '../../features/transactions/transaction-labels.ts'
import { AccountFailed } from '../../features/users/account-failed.tsx'
import { errorWithReason } from '../../lib/api-error.ts'
import { type ListFilters, useListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { EmptyList } from '../../ui/empty-list.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { filterOptions } from '../../ui/filter-options.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import classes from './wallet.module.css'

const methodOptions = filterOptions('All Methods', transactionMethods, methodLabels)

const views = [
  { value: 'rupees', text: 'Rupees' },
  { value: 'planLeads', text: 'Plan leads' },
] as const

/** The agent's wallet: the balance, and the movements of rupees or of plan leads. */
export default function WalletPage() {
  const list = useListFilters(statementFilters)
  const { view } = list.filters
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
            {view === 'rupees' && (
              <ExportButton
                name="wallet-statement"
                fetchFile={(format) => fetchStatementFile(list.filters, format)}
                empty={statement.data?.totalDocs === 0}
              />
            )}
            <ReceiptButton />
            <AddMoney action="add" />
          </>
        }
      />
      <AccountFailed />
      <div className={classes.views}>
        <ToggleGroup
          label="Movements"
          options={views}
          value={view}
          onChange={(chosen) => list.change({ view: chosen, method: undefined, page: 1 })}
        />
      </div>
      <SearchPanel activeCount={list.count} onClear={list.clear}>
        {view === 'rupees' && (
          <ChoiceFilter label="Method" options={methodOptions} {...list.choiceField('method')} />
        )}
        <DateRangeFilter
          onPeriod={({ from, to }) => list.change({ startDate: from, endDate: to })}
          from={list.dateField('startDate')}
          to={list.dateField('endDate')}
        />
      </SearchPanel>
      {view === 'rupees' ? <Rupees list={list} statement={statement} /> : <PlanLeads list={list} />}
    </>
  )
}

type MovementsProps = { list: ListFilters<typeof statementFilters> }

function Rupees({
  list,
  statement,
}: MovementsProps & { statement: ReturnType<typeof useStatement> }) {
  return (
    <PagedList
      {...pagesOf(list, statement.data)}
      query={statement}
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
  )
}

function PlanLeads({ list }: MovementsProps) {
  const movements = usePlanLeads(list.filters)
  return (
    <PagedList
      {...pagesOf(list, movements.data)}
      query={movements}
      empty={
        <EmptyList
          list={list}
          noMatch="No plan leads were used or returned on these days."
          text="No plan leads used yet. Each lead that a plan pays for appears here, and again if it is returned."
        />
      }
    >
      {(shown) => <PlanLeadTable movements={shown} />}
    </PagedList>
  )
}

function pagesOf<Item>(
  list: MovementsProps['list'],
  data: { docs: Item[]; totalDocs: number } | undefined,
) {
  return {
    items: data?.docs,
    total: data?.totalDocs,
    page: list.filters.page,
    pageSize: statementPageSize,
    onPageChange: list.goToPage,
    loading: {
      label: 'Loading your statement...',
      layout: 'rows' as const,
      count: statementPageSize,
    },
    failed: (error: unknown) => errorWithReason(error, 'The statement could not be loaded.'),
  }
}
