import { useMemo } from 'react'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { SearchPanel } from '../../ui/search-panel.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import type { auditFilters } from './audit-filters.ts'
import { actionLabel } from './audit-labels.ts'
import { useAuditActions } from './audit-log.api.ts'

const whoseOptions = [
  { value: '', label: 'Admins only' },
  { value: 'all', label: 'Everyone' },
]

/** The filters of the audit log: role of the actor, actor, action and dates. */
export function AuditSearchPanel({ list }: { list: ListFilters<typeof auditFilters> }) {
  const actionOptions = useActionOptions(list.filters.action)
  return (
    <SearchPanel activeCount={list.count} onClear={list.clear}>
      <ChoiceFilter label="Actions by" options={whoseOptions} {...list.choiceField('actors')} />
      <TextFilter label="Done by" placeholder="Name, email or phone" {...list.textField('actor')} />
      <ChoiceFilter label="Action" options={actionOptions} {...list.choiceField('action')} />
      <DateRangeFilter
        onPeriod={list.change}
        from={list.dateField('from')}
        to={list.dateField('to')}
      />
    </SearchPanel>
  )
}

/** All actions, sorted by label. The action in the address is an option even while the others load. */
function useActionOptions(present: string | undefined) {
  const { data: actions } = useAuditActions()
  return useMemo(() => {
    const known = new Set([...(actions ?? []), ...(present ? [present] : [])])
    const options = [...known].map((action) => ({ value: action, label: actionLabel(action) }))
    options.sort((a, b) => a.label.localeCompare(b.label))
    return [{ value: '', label: 'All Actions' }, ...options]
  }, [actions, present])
}
