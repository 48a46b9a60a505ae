import type { QuickFilter } from '@raahi/contract/lead-preferences'
import type { LeadPage } from '@raahi/contract/leads'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { lazy, Suspense, useRef, useState } from 'react'
import { lazyWithFallback } from '../../../lib/lazy-with-fallback.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { notifyError } from '../../../ui/toast.ts'
import hidden from '../../../ui/visually-hidden.module.css'
import {
  type LeadFilters,
  type leadFilters,
  leadQueryOf,
} from '../../lead-facts/public/lead-filters.ts'
import { formatLeadTotal } from '../lead-total.ts'
import classes from './filter-chips.module.css'
import {
  type OwnPlaces,
  otherFilters,
  placesOf,
  quickFilterLabels,
  quickFilterNames,
  quickFiltersOn,
  toggleQuickFilter,
} from './quick-filters.ts'
import { useReadPlaces } from './use-market-choice.ts'

const loadOwnPlaces = () => import('./own-places-dialog.tsx')
const OwnPlacesDialog = lazy(loadOwnPlaces)
const ExactTotalButton = lazyWithFallback(() => import('../exact-total-button.tsx'))

const noPlaces: OwnPlaces = { destinations: [], cities: [] }

interface Editing {
  wanted: boolean
  opened: boolean
  pressed?: QuickFilter | undefined
}

interface FilterChipsProps {
  list: ListFilters<typeof leadFilters>
  /** The page that is shown, with the total of its list; undefined until it is loaded. */
  page: LeadPage | undefined
  onSave: () => void
}

/** The quick filters and a chip for each other filter that is set. Each chip removes its filter. */
export function FilterChips({ list, page, onSave }: FilterChipsProps) {
  const { filters } = list
  const today = dayInIndia(serverNow())
  const on = quickFiltersOn(filters, today)
  const readPlaces = useReadPlaces()
  const chips = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Editing>({ wanted: false, opened: false })
  const [exactTotal, setExactTotal] = useState<LeadPage | null>(null)

  /** @param pressed the pressed chip that has no places yet; saving places turns it on */
  const openOwnPlaces = async (pressed?: QuickFilter) => {
    try {
      await loadOwnPlaces()
      setEditing({ wanted: true, opened: true, pressed })
    } catch {
      notifyError('Your places could not be opened. Check your connection, or reload the page.')
    }
  }
  const press = async (quick: QuickFilter) => {
    const toggle = (places: OwnPlaces) =>
      list.change((present) => {
        const isOn = quickFiltersOn(present, today).includes(quick)
        return toggleQuickFilter(quick, !isOn, places, today)
      })
    if (!placesOf(quick, noPlaces) || on.includes(quick)) return toggle(noPlaces)
    try {
      const places = await readPlaces()
      if (placesOf(quick, places)?.length === 0) return await openOwnPlaces(quick)
      toggle(places)
    } catch {
      notifyError('Your places could not be loaded. Try again.')
    }
  }
  const remove = (changed: Partial<LeadFilters>) => {
    list.change(changed)
    // The removed chip had the focus.
    chips.current?.focus()
  }
  const clear = () => {
    list.clear()
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
            <span className={hidden.hidden}>Remove filter </span>
            <span className={classes.label}>{label}</span>
          </button>
        ))}
        {list.count > 0 && (
          <button type="button" className={classes.link} onClick={clear}>
            Clear all
          </button>
        )}
        {list.count > 0 && (
          <button type="button" className={classes.link} onClick={onSave}>
            Save this search
          </button>
        )}
      </div>
      <p className={classes.count}>
        <span role="status">{page && formatLeadTotal(exactTotal ?? page)}</span>{' '}
        {page?.isTotalCapped && (
          <Suspense>
            <ExactTotalButton query={leadQueryOf(filters)} onTotal={setExactTotal} />
          </Suspense>
        )}
      </p>
      {editing.wanted && (
        <Suspense>
          <OwnPlacesDialog
            opened={editing.opened}
            onClose={() => setEditing({ wanted: true, opened: false })}
            list={list}
            pressed={editing.pressed}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The places that the list shows for a chip, as its tooltip. */
function titleOf(quick: QuickFilter, { destinations = '', cities = '' }: LeadFilters) {
  const shown = { destinations: destinations.split(','), cities: cities.split(',') }
  return placesOf(quick, shown)?.join(', ') || undefined
}
