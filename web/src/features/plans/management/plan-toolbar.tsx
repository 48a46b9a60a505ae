import { planTypes } from '@raahi/contract/plans'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import type { planFilters } from '../plan-filters.ts'
import { planTypeShort } from '../public/plan-labels.ts'
import classes from './plan-management.module.css'

const types = [
  { value: 'all', text: 'All' },
  ...planTypes.map((type) => ({ value: type, text: planTypeShort[type] })),
] as const

const layouts = [
  { value: 'table', text: 'Table', icon: <IconTable size={18} aria-hidden /> },
  { value: 'cards', text: 'Cards', icon: <IconLayoutGrid size={18} aria-hidden /> },
] as const

/** Which plans are shown, and their layout: below 768 px they are always cards. */
export function PlanToolbar({ list }: { list: ListFilters<typeof planFilters> }) {
  const { planType, view, page } = list.filters
  return (
    <div className={classes.toolbar}>
      <ToggleGroup
        label="Plan type"
        options={types}
        value={planType ?? 'all'}
        onChange={(type) => list.change({ planType: type === 'all' ? undefined : type })}
      />
      <div className={classes.layouts}>
        <ToggleGroup
          label="Layout"
          options={layouts}
          value={view}
          onChange={(chosen) => list.change({ view: chosen, page })}
        />
      </div>
    </div>
  )
}
