import type { QuickFilter } from '@raahi/contract/lead-preferences'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dayInIndia } from '../../../lib/dates.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { keepMarketChoice, readMarketChoice } from './market-choice.ts'
import { type OwnPlaces, searchOfQuickFilters } from './quick-filters.ts'

const loadPreferences = () => import('./lead-preferences.api.ts')

const noPlaces: OwnPlaces = { destinations: [], cities: [] }

/**
 * Opens the marketplace with the agent's quick filters if the address names no filter. They come from this browser, or
 * on the first visit with a browser from the server, while all leads are shown.
 * @returns whether the address is about to change, so that nothing is requested yet
 */
export function useRememberedFilters(): boolean {
  const { _id: userId } = useSignedInUser()
  const { search } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isFirstVisit] = useState(() => search === '' && readMarketChoice(userId) === null)
  const [pending, setPending] = useState(() => {
    const choice = search === '' ? readMarketChoice(userId) : null
    return choice ? searchOfQuickFilters(choice.quickFilters, choice, dayInIndia(new Date())) : ''
  })
  useLayoutEffect(() => {
    if (pending === '') return
    if (search === '') navigate(`?${pending}`, { replace: true, preventScrollReset: true })
    else setPending('')
  }, [pending, search, navigate])
  useEffect(() => {
    if (!isFirstVisit) return
    const apply = async () => {
      const { leadPreferencesQuery } = await loadPreferences()
      const choice = await client.fetchQuery(leadPreferencesQuery(userId))
      const today = dayInIndia(new Date())
      const remembered = searchOfQuickFilters(choice.quickFilters, choice, today)
      // The agent may have set a filter or left the screen meanwhile.
      const { pathname, search: present } = window.location
      if (remembered !== '' && present === '' && pathname.endsWith('/my-leads'))
        setPending(remembered)
    }
    // Without an answer all leads stay.
    apply().catch(() => undefined)
  }, [isFirstVisit, client, userId])
  return pending !== '' && search === ''
}

/** Ways to read and remember the agent's choice. */
export function useMarketChoice() {
  const { _id: userId } = useSignedInUser()
  const client = useQueryClient()
  return {
    /** Remembers the quick filters, here at once and on the server in the background. */
    remember: (quickFilters: readonly QuickFilter[]) => {
      const present = readMarketChoice(userId) ?? { ...noPlaces, quickFilters: [] }
      if (present.quickFilters.join() === quickFilters.join()) return
      keepMarketChoice(userId, { ...present, quickFilters })
      loadPreferences()
        .then(({ saveLeadPreferences }) =>
          saveLeadPreferences(client, userId, { quickFilters: [...quickFilters] }),
        )
        // The browser keeps the choice, and the next one is sent again.
        .catch(() => undefined)
    },
    /** The agent's places: chosen, or learned from purchases. */
    readPlaces: async (): Promise<OwnPlaces> => {
      const { leadPreferencesQuery } = await loadPreferences()
      return client.fetchQuery(leadPreferencesQuery(userId))
    },
  }
}
