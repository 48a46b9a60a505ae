import type { QuickFilter } from '@raahi/contract/lead-preferences'
import type { LeadPage } from '@raahi/contract/leads'
import { lazy, Suspense, useRef, useState } from 'react'
import { dayInIndia } from '../../../lib/dates.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { notifyError } from '../../../ui/toast.ts'
import { type LeadFilters, type leadFilters, leadQueryOf } from '../lead-filters.ts'
import { formatLeadTotal } from '../lead-total.ts'
import classes from './filter-chips.module.css'
import {
  otherFilters,
  quickFilterLabels,
  quickFilterNames,
  quickFiltersOn,
  toggleQuickFilter,
} from './quick-filters.ts'
import { useMarketChoice } from './use-market-choice.ts'

const loadOwnPlaces = () => import('./own-places-dialog.tsx')
const OwnPlacesDialog = lazy(loadOwnPlaces)
const CappedTotal = lazy(() => import('../capped-total.tsx'))

interface FilterChipsProps {
  list: ListFilters<typeof leadFilters>
  /** The page that is shown, with the total of its list; undefined until it is loaded. */
  page: LeadPage | undefined
}

/** The quick filters and a chip for each other filter that is set. Each chip removes its filter. */
export function FilterChips({ list, page }: FilterChipsProps) {
  const { filters } = list
  const today = dayInIndia(new Date())
  const on = quickFiltersOn(filters, today)
  const { remember, readPlaces } = useMarketChoice()
  const chips = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState({ wanted: false, opened: false })

  const change = (changed: Partial<LeadFilters>) => {
    list.change(changed)
    remember(quickFiltersOn({ ...filters, ...changed }, today))
  }
  const openOwnPlaces = async () => {
    try {
      await loadOwnPlaces()
      setEditing({ wanted: true, opened: true })
    } catch {
      notifyError('Your places could not be opened. Check your connection, or reload the page.')
    }
  }
  const press = async (quick: QuickFilter) => {
    const isOn = !on.includes(quick)
    const noPlaces = { destinations: [], cities: [] }
    const part =
      quick === 'myCities' ? 'cities' : quick === 'myDestinations' ? 'destinations' : null
    if (!part || !isOn) return change(toggleQuickFilter(quick, isOn, noPlaces, today))
    try {
      const places = await readPlaces()
      if (places[part].length === 0) return await openOwnPlaces()
      change(toggleQuickFilter(quick, true, places, today))
    } catch {
      notifyError('Your places could not be loaded. Try again.')
    }
  }
  const remove = (changed: Partial<LeadFilters>) => {
    list.change(changed)
    // The pressed chip is gone, and with it the focus.
    chips.current?.focus()
  }
  const clear = () => {
    list.clear()
    remember([])
    chips.current?.focus()
  }
  return (
    <div className={classes.line}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways */}
      <div
        ref={chips}
        role="group"
        aria-label="Quick filters"
        tabIndex={-1}
        className={classes.chips}
      >
        {quickFilterNames.map((quick) => (
          <button
            key={quick}
            type="button"
            className={classes.chip}
            aria-pressed={on.includes(quick)}
            title={titleOf(quick, filters)}
            onClick={() => void press(quick)}
          >
            {quickFilterLabels[quick]}
          </button>
        ))}
        <button type="button" className={classes.link} onClick={() => void openOwnPlaces()}>
          Edit my places
        </button>
        {otherFilters(filters, today).map(({ label, changed }) => (
          <button
            key={label}
            type="button"
            className={classes.chip}
            data-set
            onClick={() => remove(changed)}
          >
            <span className={classes.hidden}>Remove filter </span>
            {label}
          </button>
        ))}
        {list.count > 0 && (
          <button type="button" className={classes.link} onClick={clear}>
            Clear all
          </button>
        )}
      </div>
      <p role="status" className={classes.count}>
        {page?.isTotalCapped ? (
          <Suspense fallback={formatLeadTotal(page)}>
            <CappedTotal page={page} asked={leadQueryOf(filters)} />
          </Suspense>
        ) : (
          page && formatLeadTotal(page)
        )}
      </p>
      {editing.wanted && (
        <Suspense>
          <OwnPlacesDialog
            opened={editing.opened}
            onClose={() => setEditing({ wanted: true, opened: false })}
            onSaved={({ destinations, cities }) => {
              // Own places that the list shows at the moment follow the change.
              list.change({
                ...(filters.destinations && { destinations: destinations.join(',') || undefined }),
                ...(filters.cities && { cities: cities.join(',') || undefined }),
              })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The places that the chip stands for, while it is on. */
function titleOf(quick: QuickFilter, { destinations, cities }: LeadFilters): string | undefined {
  const places =
    quick === 'myCities' ? cities : quick === 'myDestinations' ? destinations : undefined
  return places?.split(',').join(', ')
}
