import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { serverNow } from '../../../lib/server-clock.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import type { LeadFilters } from '../../lead-facts/public/lead-filters.ts'
import { type MarketChoice, readMarketChoice, storeMarketChoice } from './market-choice.ts'
import { type OwnPlaces, quickFiltersOn, searchOfQuickFilters } from './quick-filters.ts'

const loadPreferences = () => import('../public/lead-preferences.api.ts')

/** The choice of an agent who has not made one: leads for sale. The server has the same. */
const firstChoice: MarketChoice = { quickFilters: ['available'], destinations: [], cities: [] }

const searchOf = (choice: MarketChoice) =>
  searchOfQuickFilters(choice.quickFilters, choice, dayInIndia(serverNow()))

/**
 * Opens the marketplace with the agent's quick filters if the address has no parameters. The filters are stored in this
 * browser. On the first visit with a browser they are requested from the server while the leads for sale are shown, and
 * apply unless the agent has started to use the screen.
 * @returns true, only before the first paint, if the address is about to change, so that nothing is requested yet
 */
export function useRememberedFilters(): boolean {
  const { _id: userId } = useSignedInUser()
  const { search } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isFirstVisit] = useState(() => search === '' && readMarketChoice(userId) === null)
  const [pending, setPending] = useState(() => {
    return search === '' ? searchOf(readMarketChoice(userId) ?? firstChoice) : ''
  })
  useLayoutEffect(() => {
    if (pending === '') return
    if (search === '') navigate(`?${pending}`, { replace: true, preventScrollReset: true })
    else setPending('')
  }, [pending, search, navigate])
  useEffect(() => {
    if (!isFirstVisit) return
    const inUse = new AbortController()
    const { signal } = inUse
    for (const type of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(type, () => inUse.abort(), { signal, passive: true })
    }
    loadPreferences()
      .then(({ leadPreferencesQuery }) => client.fetchQuery(leadPreferencesQuery(userId)))
      .then((choice) => {
        const remembered = searchOf(choice)
        if (signal.aborted || remembered === searchOf(firstChoice)) return
        navigate(`?${remembered}`, { replace: true, preventScrollReset: true })
      })
      // If the request fails, the leads for sale stay visible.
      .catch(() => undefined)
    return () => inUse.abort()
  }, [isFirstVisit, client, userId, navigate])
  return pending !== '' && search === ''
}

/**
 * Remembers the quick filters whenever a change turns one on or off, in this browser at once and on the server in the
 * background.
 * @returns a function that receives the new and the current filters
 */
export function useRememberQuickFilters() {
  const { _id: userId } = useSignedInUser()
  const client = useQueryClient()
  return useCallback(
    (changed: LeadFilters, present: LeadFilters) => {
      const today = dayInIndia(serverNow())
      const quickFilters = quickFiltersOn(changed, today)
      if (quickFilters.join() === quickFiltersOn(present, today).join()) return
      const { destinations = [], cities = [] } = readMarketChoice(userId) ?? {}
      storeMarketChoice(userId, { destinations, cities, quickFilters, isUnsaved: true })
      loadPreferences()
        .then(({ saveLeadPreferences }) => saveLeadPreferences(client, userId))
        // The quick filters stay unsaved, and the next request sends them.
        .catch(() => undefined)
    },
    [client, userId],
  )
}

/** @returns a function that reads the agent's places, chosen or learned from purchases */
export function useReadPlaces(): () => Promise<OwnPlaces> {
  const { _id: userId } = useSignedInUser()
  const client = useQueryClient()
  return async () => {
    const { leadPreferencesQuery } = await loadPreferences()
    return client.fetchQuery(leadPreferencesQuery(userId))
  }
}
