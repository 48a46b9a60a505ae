import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import { ToggleGroup } from '../../../ui/toggle-group.tsx'
import { useAssignees } from './members.api.ts'

const choices = [
  { value: 'all', text: 'All' },
  { value: 'me', text: 'Mine' },
  { value: 'none', text: 'Not assigned' },
] as const

interface LeadsOfProps {
  className?: string | undefined
  /** What the choice is about, where the screen shows other leads too. */
  text?: string
  value: AssigneeFilter | undefined
  onChange: (value: AssigneeFilter | undefined) => void
}

/** Chooses whose leads a screen shows. Renders nothing for a caller and in an agency of one. */
export function LeadsOf({ className, text, value, onChange }: LeadsOfProps) {
  if (useAssignees().length === 0) return null
  return (
    <div className={className}>
      {text && <span>{text}</span>}
      <ToggleGroup
        label="Leads of"
        options={choices}
        value={value ?? 'all'}
        onChange={(choice) => onChange(choice === 'all' ? undefined : choice)}
      />
    </div>
  )
}
