import { planTypes } from '@raahi/contract/plans'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import { planTypeShort } from '../plan-labels.ts'
import classes from './plan-management.module.css'
import type { PlanView } from './plan-view.ts'

const types = [
  { value: 'all', text: 'All' },
  ...planTypes.map((type) => ({ value: type, text: planTypeShort[type] })),
] as const

const layouts = [
  { value: 'table', text: 'Table', icon: <IconTable size={18} aria-hidden /> },
  { value: 'cards', text: 'Cards', icon: <IconLayoutGrid size={18} aria-hidden /> },
] as const

type PlanToolbarProps = {
  view: PlanView
  onChange: (changed: Partial<PlanView>) => void
}

/** Which plans are shown, and how: below 768 px they are cards in any case. */
export function PlanToolbar({ view, onChange }: PlanToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <ToggleGroup
        label="Plan type"
        options={types}
        value={view.planType ?? 'all'}
        onChange={(type) => onChange({ planType: type === 'all' ? undefined : type })}
      />
      <div className={classes.layouts}>
        <ToggleGroup
          label="Layout"
          options={layouts}
          value={view.layout}
          onChange={(layout) => onChange({ layout, page: view.page })}
        />
      </div>
    </div>
  )
}
