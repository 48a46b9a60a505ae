import type { CallInput } from '@raahi/contract/endpoint'
import {
  createSavedSearch,
  deleteSavedSearch,
  getAlertSettings,
  listSavedSearches,
  markSavedSearchSeen,
  type QuietHours,
  setAlertSettings,
  updateSavedSearch,
} from '@raahi/contract/saved-searches'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { savedSearchesKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

export type SearchForm = CallInput<typeof createSavedSearch>['body']

/** The agent's searches by name, with their new matches. */
export const savedSearchesQuery = queryOptions({
  queryKey: savedSearchesKey,
  queryFn: ({ signal }) => call(listSavedSearches, {}, { signal }),
  staleTime: 10_000,
})

export const alertSettingsQuery = queryOptions({
  queryKey: ['alert-settings'],
  queryFn: ({ signal }) => call(getAlertSettings, {}, { signal }),
  staleTime: 10_000,
})

/** Saves a new search, or changes the one with this id. */
export function useSaveSearch() {
  return useSingleMutation({
    mutationFn: ({ id, body }: { id: string | null; body: SearchForm }) =>
      id === null
        ? call(createSavedSearch, { body })
        : call(updateSavedSearch, { params: { id }, body }),
    refreshes: [savedSearchesKey],
  })
}

export function useDeleteSearch() {
  return useSingleMutation({
    mutationFn: (id: string) => call(deleteSavedSearch, { params: { id } }),
    refreshes: [savedSearchesKey],
  })
}

/** Marks the matches of a search as seen. A failure leaves them new. */
export function useMarkSeen() {
  const client = useQueryClient()
  return (id: string) => {
    client.setQueryData(savedSearchesQuery.queryKey, (searches) =>
      searches?.map((search) => (search._id === id ? { ...search, newMatches: 0 } : search)),
    )
    call(markSavedSearchSeen, { params: { id } }).catch(() => undefined)
  }
}

export function useSetQuietHours() {
  return useSingleMutation({
    mutationFn: (quietHours: QuietHours | null) => call(setAlertSettings, { body: { quietHours } }),
    refreshes: [alertSettingsQuery.queryKey],
  })
}
