import { NativeSelect, TextInput } from '@mantine/core'
import {
  type TransactionMethod,
  type TransactionStatus,
  transactionMethods,
  transactionStatuses,
} from '@raahi/contract/transactions'
import { IconRefresh } from '@tabler/icons-react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { SearchPanel } from '../../../ui/search-panel.tsx'
import { methodLabels, periodLabels, statusLabels } from '../transaction-labels.ts'
import classes from '../transactions.module.css'
import {
  countTransactionFilters,
  longestSearch,
  type Period,
  periods,
  type TransactionFilters,
} from './transaction-filters.ts'

const optionsOf = <T extends string>(
  all: string,
  values: readonly T[],
  labels: Record<T, string>,
) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: labels[value] }))]
const statusOptions = optionsOf('All Status', transactionStatuses, statusLabels)
const methodOptions = optionsOf('All Methods', transactionMethods, methodLabels)
const periodOptions = optionsOf('All Time', periods, periodLabels)

interface TransactionSearchPanelProps {
  filters: TransactionFilters
  onChange: (changed: Partial<TransactionFilters>, options?: { replace?: boolean }) => void
  onClear: () => void
  onRefresh: () => void
  refreshing: boolean
}

/** Search, status, method and period, and reading everything again. */
export function TransactionSearchPanel({
  filters,
  onChange,
  onClear,
  onRefresh,
  refreshing,
}: TransactionSearchPanelProps) {
  const search = useDebouncedText(filters.search ?? '', (text, again) =>
    onChange({ search: text || undefined }, { replace: again }),
  )
  return (
    <SearchPanel
      activeCount={countTransactionFilters(filters)}
      onClear={onClear}
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
      <div className={classes.filters}>
        <TextInput
          label="Search"
          type="search"
          placeholder="Search by amount, transaction id"
          maxLength={longestSearch}
          autoComplete="off"
          {...search}
        />
        <NativeSelect
          label="Status"
          data={statusOptions}
          value={filters.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ status: (value || undefined) as TransactionStatus | undefined })
          }
        />
        <NativeSelect
          label="Method"
          data={methodOptions}
          value={filters.method ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ method: (value || undefined) as TransactionMethod | undefined })
          }
        />
        <NativeSelect
          label="Period"
          data={periodOptions}
          value={filters.period ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ period: (value || undefined) as Period | undefined })
          }
        />
      </div>
    </SearchPanel>
  )
}
