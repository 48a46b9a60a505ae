import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './search-panel.module.css'

type SearchPanelProps = {
  /** The search field of a long list. It is always visible, and all other filters are behind the Filters button. */
  search?: ReactNode
  /** The few other filters have room beside the search on a large screen, where they are not behind the button. */
  isOneLine?: boolean
  /** The filter fields, each with its label. A list that has only a search has none. */
  children?: ReactNode
  /** The number of active filters: shown on the Filters button. Clear is shown if it is positive. */
  activeCount?: number
  onClear?: () => void
  /** Shown at the end, also on phones, e.g. a Refresh button. */
  actions?: ReactNode
  /** On phones the actions are icons beside the Filters button. They need an icon and a text. */
  hasIconActions?: boolean
}

/**
 * The frame of a list's filters: a grid of fields, behind a Filters button on phones, and on tablets if there are
 * many. With `search` one line on every screen.
 */
export function SearchPanel({
  search,
  isOneLine = false,
  children,
  activeCount = 0,
  onClear,
  actions,
  hasIconActions = false,
}: SearchPanelProps) {
  const id = useId()
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <search
      className={classes.panel}
      data-folded={search ? true : undefined}
      data-line={isOneLine || undefined}
    >
      {search && <div className={classes.search}>{search}</div>}
      {children && (
        <>
          <div className={classes.bar}>
            <Button
              variant="default"
              className={classes.toggle}
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
              aria-expanded={opened}
              aria-controls={id}
              onClick={toggle}
            >
              {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
            </Button>
          </div>
          <div id={id} className={classes.fields} data-opened={opened || undefined}>
            {children}
          </div>
        </>
      )}
      {((onClear && activeCount > 0) || actions) && (
        <div className={classes.actions} data-icons={hasIconActions || undefined}>
          {onClear && activeCount > 0 && (
            <Button
              variant="subtle"
              color="ink"
              leftSection={<IconX size={16} aria-hidden />}
              onClick={onClear}
            >
              Clear filters
            </Button>
          )}
          {actions}
        </div>
      )}
    </search>
  )
}
