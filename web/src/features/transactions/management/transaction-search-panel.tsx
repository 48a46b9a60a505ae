import {
  refundFilters,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import { IconRefresh } from '@tabler/icons-react'
import { periodLabels } from '../../../lib/periods.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { ChoiceFilter } from '../../../ui/choice-filter.tsx'
import { filterOptions } from '../../../ui/filter-options.ts'
import { SearchPanel } from '../../../ui/search-panel.tsx'
import { TextFilter } from '../../../ui/text-filter.tsx'
import { methodLabels, refundLabels, statusLabels } from '../transaction-labels.ts'
import classes from '../transactions.module.css'
import { periods, type transactionFilters } from './transaction-filters.ts'

const statusOptions = filterOptions('All Status', transactionStatuses, statusLabels)
const methodOptions = filterOptions('All Methods', transactionMethods, methodLabels)
const refundOptions = filterOptions('All Transactions', refundFilters, refundLabels)
const periodOptions = filterOptions('All Time', periods, periodLabels)

interface TransactionSearchPanelProps {
  list: ListFilters<typeof transactionFilters>
  onRefresh: () => void
  refreshing: boolean
}

/** The filters by text, status, method and period, and a button that refetches everything. */
export function TransactionSearchPanel({
  list,
  onRefresh,
  refreshing,
}: TransactionSearchPanelProps) {
  const period = list.choiceField('period')
  // These options are not in the specification. They are shown only if they are set, for example by a dashboard link.
  const shownPeriods = periodOptions.filter(
    ({ value }) => value !== 'last-7-days' || value === period.value,
  )
  const refund = list.choiceField('refund')
  return (
    <SearchPanel
      isOneLine
      activeCount={list.count}
      onClear={list.clear}
      search={
        <TextFilter
          aria-label="Search"
          placeholder="Search by amount, transaction id"
          {...list.textField('search')}
        />
      }
      actions={
        <BusyButton
          variant="default"
          leftSection={
            <IconRefresh
              size={18}
              className={classes.spinner}
              data-spinning={refreshing || undefined}
              aria-hidden
            />
          }
          onClick={onRefresh}
          busy={refreshing}
        >
          Refresh
        </BusyButton>
      }
    >
      <ChoiceFilter label="Status" options={statusOptions} {...list.choiceField('status')} />
      <ChoiceFilter label="Method" options={methodOptions} {...list.choiceField('method')} />
      <ChoiceFilter label="Period" options={shownPeriods} {...period} />
      {refund.value && <ChoiceFilter label="Refunds" options={refundOptions} {...refund} />}
    </SearchPanel>
  )
}
