import type { SavedSearch } from '@raahi/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { storeLocalText } from '../../lib/local-texts.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import hidden from '../../ui/visually-hidden.module.css'
import type { leadFilters } from '../lead-facts/public/lead-filters.ts'
import classes from './market-searches.module.css'
import { savedSearchesQuery, useMarkSeen } from './public/saved-searches.api.ts'
import type { EditedSearch } from './search-dialog.tsx'
import {
  filtersOfSearch,
  filtersToShow,
  findShownSearch,
  formatNewMatches,
  storedFiltersOf,
} from './search-labels.ts'

const OpenedLead = lazy(() => import('../leads/public/opened-lead.tsx'))
const SearchDialog = lazy(() => import('./search-dialog.tsx'))

interface MarketSearchesProps extends Omit<ComponentProps<typeof OpenedLead>, 'id' | 'onClose'> {
  list: ListFilters<typeof leadFilters>
  /** How often 'Save this search' was pressed. */
  saves: number
  /** The storage key for the number of searches. The next visit reserves their line above the list. */
  noteKey: string
  /** Whether the number was not stored when the screen opened. The line is then reserved even without searches. */
  isNew: boolean
}

/**
 * The saved searches in the marketplace: a chip for each, the dialog that saves the current filters, and the lead to
 * which an alert links.
 */
export default function MarketSearches({
  list,
  saves,
  noteKey,
  isNew,
  ...row
}: MarketSearchesProps) {
  const { data: searches = [], isSuccess } = useQuery(savedSearchesQuery)
  const hasSearches = searches.length > 0
  const markSeen = useMarkSeen()
  const [saving, setSaving] = useState<EditedSearch | null>(null)
  const [opened, setOpened] = useState(false)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const present = storedFiltersOf(list.filters)
  const shown = findShownSearch(searches, present, chosenId)
  const [params, setParams] = useSearchParams()
  const leadId = params.get('lead')
  const closeLead = () =>
    setParams((shown) => {
      shown.delete('lead')
      return shown
    })
  useEffect(() => {
    if (!isSuccess) return
    storeLocalText(noteKey, String(searches.length))
  }, [isSuccess, searches.length, noteKey])
  useEffect(() => {
    if (saves === 0) return
    setSaving({ _id: null, filters: present })
    setOpened(true)
  }, [saves])
  return (
    <>
      {hasSearches && (
        <SearchChips
          searches={searches}
          shown={shown}
          onHide={list.clear}
          onShow={(search) => {
            setChosenId(search._id)
            list.change(filtersToShow(filtersOfSearch(search)))
            if (search.newMatches > 0) markSeen(search._id)
          }}
        />
      )}
      {isSuccess && !hasSearches && isNew && (
        <p className={classes.hint}>Save a search to be alerted to new leads.</p>
      )}
      {leadId && (
        <Suspense>
          <OpenedLead id={leadId} onClose={closeLead} {...row} />
        </Suspense>
      )}
      {saving && (
        <Suspense>
          <SearchDialog search={saving} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

interface SearchChipsProps {
  searches: readonly SavedSearch[]
  /** The search whose filters are set. */
  shown: SavedSearch | undefined
  onShow: (search: SavedSearch) => void
  onHide: () => void
}

function SearchChips({ searches, shown, onShow, onHide }: SearchChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways
    <div role="group" aria-label="Saved searches" className={classes.chips}>
      <span className={classes.label} aria-hidden>
        Saved
      </span>
      {searches.map((search) => (
        <button
          key={search._id}
          type="button"
          className={classes.chip}
          aria-pressed={search === shown}
          onClick={() => (search === shown ? onHide() : onShow(search))}
        >
          <bdi>{search.name}</bdi>
          {search.newMatches > 0 && (
            <span className={classes.new}>
              {formatNewMatches(search.newMatches)}
              <span className={hidden.hidden}> new</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
