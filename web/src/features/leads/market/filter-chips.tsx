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
  filtersOf,
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

interface FilterChipsProps {
  list: ListFilters<typeof leadFilters>
  /** The page that is shown, with the total of its list; undefined until it is loaded. */
  page: LeadPage | undefined
  onSave: () => void
}

/** The quick filters and a chip for each other filter that is set, and the number of leads. */
export function FilterChips({ list, page, onSave }: FilterChipsProps) {
  const [exactTotal, setExactTotal] = useState<LeadPage | null>(null)
  return (
    <div className={classes.line}>
      <Chips list={list} onSave={onSave} />
      <p className={classes.count}>
        <span role="status">{page && formatLeadTotal(exactTotal ?? page)}</span>{' '}
        {page?.isTotalCapped && (
          <Suspense>
            <ExactTotalButton query={leadQueryOf(list.filters)} onTotal={setExactTotal} />
          </Suspense>
        )}
      </p>
    </div>
  )
}

function Chips({ list, onSave }: Pick<FilterChipsProps, 'list' | 'onSave'>) {
  const { filters } = list
  const today = dayInIndia(serverNow())
  const on = quickFiltersOn(filters, today)
  const chips = useRef<HTMLDivElement>(null)
  const places = useOwnPlacesDialog(list)
  const press = useQuickFilterPress(list, places.open)
  /** The chip that had the focus disappears. */
  const focusChips = () => chips.current?.focus()
  const remove = (changed: Partial<LeadFilters>) => {
    list.change(changed)
    focusChips()
  }
  const clear = () => {
    list.clear()
    focusChips()
  }
  return (
    <>
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
        <button type="button" className={classes.link} onClick={() => void places.open()}>
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
          <>
            <button type="button" className={classes.link} onClick={clear}>
              Clear all
            </button>
            <button type="button" className={classes.link} onClick={onSave}>
              Save this search
            </button>
          </>
        )}
      </div>
      {places.dialog}
    </>
  )
}

/** @returns a function that turns a quick filter on or off, or opens the dialog if it has no places yet */
function useQuickFilterPress(
  list: FilterChipsProps['list'],
  openOwnPlaces: (pressed: QuickFilter) => Promise<void>,
) {
  const readPlaces = useReadPlaces()
  return async (quick: QuickFilter) => {
    const today = dayInIndia(serverNow())
    const toggle = (places: OwnPlaces) =>
      list.change((present) => {
        const isOn = quickFiltersOn(present, today).includes(quick)
        return toggleQuickFilter(quick, !isOn, places, today)
      })
    const isOn = quickFiltersOn(list.filters, today).includes(quick)
    if (!placesOf(quick, noPlaces) || isOn) return toggle(noPlaces)
    try {
      const places = await readPlaces()
      if (placesOf(quick, places)?.length === 0) return await openOwnPlaces(quick)
      toggle(places)
    } catch {
      notifyError('Your places could not be loaded. Try again.')
    }
  }
}

/** The dialog of the agent's places, whose script loads on demand. */
function useOwnPlacesDialog(list: FilterChipsProps['list']) {
  const [state, setState] = useState<{ opened: boolean; pressed?: QuickFilter | undefined } | null>(
    null,
  )
  return {
    /** @param pressed the pressed chip that has no places yet; saving places turns it on */
    open: async (pressed?: QuickFilter) => {
      try {
        await loadOwnPlaces()
        setState({ opened: true, pressed })
      } catch {
        notifyError('Your places could not be opened. Check your connection, or reload the page.')
      }
    },
    dialog: state && (
      <Suspense>
        <OwnPlacesDialog
          opened={state.opened}
          onClose={() => setState({ opened: false })}
          onSaved={(saved) => showPlaces(list, saved, state.pressed)}
        />
      </Suspense>
    ),
  }
}

/** Applies the saved places to the quick filters that are on, and to the pressed one. */
function showPlaces(
  list: FilterChipsProps['list'],
  saved: OwnPlaces,
  pressed: QuickFilter | undefined,
): void {
  const today = dayInIndia(serverNow())
  const on = quickFiltersOn(list.filters, today)
  const shown = quickFilterNames.filter(
    (quick) => placesOf(quick, saved) && (on.includes(quick) || quick === pressed),
  )
  if (shown.length === 0) return
  list.change(Object.assign({}, ...shown.map((quick) => filtersOf(quick, saved, today))))
}

/** The places that the list shows for a chip, as its tooltip. */
function titleOf(quick: QuickFilter, { destinations = '', cities = '' }: LeadFilters) {
  const shown = { destinations: destinations.split(','), cities: cities.split(',') }
  return placesOf(quick, shown)?.join(', ') || undefined
}
