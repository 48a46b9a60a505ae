import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useSelection } from '../lib/use-selection.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  selection: Omit<ReturnType<typeof useSelection>, 'selected'> & { selected: readonly unknown[] }
  /** The records, such as 'enquiries'. */
  what: string
  /** Actions on the selected records. */
  children: ReactNode
}

/** Selects all records of a page. With a selection it shows the actions on it. Renders nothing without records. */
export function SelectionBar({ selection, what, children }: SelectionBarProps) {
  const { selected, count, toggleAll, clear } = selection
  if (count === 0) return null
  return (
    <fieldset className={classes.bar} aria-label={`Selected ${what}`}>
      <Checkbox
        checked={selected.length === count}
        indeterminate={selected.length > 0 && selected.length < count}
        onChange={toggleAll}
        label={selected.length === 0 ? 'Select all' : `${selected.length} selected`}
      />
      {selected.length > 0 && (
        <>
          {children}
          <Button variant="subtle" color="ink" size="sm" onClick={clear}>
            Clear selection
          </Button>
        </>
      )}
    </fieldset>
  )
}
