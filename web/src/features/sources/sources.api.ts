import type { Answer } from '@raahi/contract/endpoint'
import {
  fetchMetaLeadsAgain,
  listUnassignedMetaLeads,
  sendMetaTestLead,
} from '@raahi/contract/meta-ads'
import {
  createSource,
  getSource,
  listSources,
  type NewSource,
  renewSourceSecret,
  type SourceChange,
  type SourceCost,
  setSourceCost,
  updateSource,
} from '@raahi/contract/sources'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dashboardKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

export type SourceDetail = Answer<typeof getSource>

export const sourcesKey = ['sources'] as const

interface Days {
  from: string | undefined
  to: string | undefined
}

/** All sources with the figures of these days. */
export function useSources(query: Days) {
  return useQuery({
    queryKey: [...sourcesKey, query],
    queryFn: ({ signal }) => call(listSources, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useSource(id: string, query: Days) {
  return useQuery({
    // A delivery that is being tested appears by itself.
    refetchInterval: 5000,
    queryKey: [...sourcesKey, id, query],
    queryFn: ({ signal }) => call(getSource, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const refreshes = [sourcesKey, dashboardKey]

export function useCreateSource() {
  return useSingleMutation({
    mutationFn: (body: NewSource) => call(createSource, { body }),
    refreshes,
  })
}

export function useUpdateSource(id: string) {
  return useSingleMutation({
    mutationFn: (body: SourceChange) => call(updateSource, { params: { id }, body }),
    refreshes,
  })
}

/** Pages and forms at Meta without a source. */
export function useUnassignedMetaLeads() {
  return useQuery({
    queryKey: [...sourcesKey, 'unassigned'],
    queryFn: ({ signal }) => call(listUnassignedMetaLeads, {}, { signal }),
  })
}

export function useFetchAgain(id: string) {
  return useSingleMutation({
    mutationFn: () => call(fetchMetaLeadsAgain, { params: { id } }),
    refreshes,
  })
}

export function useSendTestLead(id: string) {
  return useSingleMutation({
    mutationFn: () => call(sendMetaTestLead, { params: { id } }),
    refreshes,
  })
}

/** Replaces the secret. */
export function useRenewSecret(id: string) {
  return useSingleMutation({
    mutationFn: (password: string) =>
      call(renewSourceSecret, { params: { id }, body: { password } }),
  })
}

export function useSetCost(id: string) {
  return useSingleMutation({
    mutationFn: (body: SourceCost) => call(setSourceCost, { params: { id }, body }),
    refreshes,
  })
}
