import {
  listAutomaticBuying,
  listSkippedLeads,
  pauseAutomaticBuying,
  previewAutomaticBuying,
  setAutomaticBuying,
} from '@raahi/contract/automatic-buying'
import type { CallInput } from '@raahi/contract/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { automaticBuyingKey, skippedLeadsKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

export type RuleForm = CallInput<typeof setAutomaticBuying>['body']
export type Limits = CallInput<typeof previewAutomaticBuying>['body']

/** The agent's rules, with what they bought today. */
export const automaticBuyingQuery = queryOptions({
  queryKey: automaticBuyingKey,
  queryFn: ({ signal }) => call(listAutomaticBuying, {}, { signal }),
  staleTime: 10_000,
})

/** The leads that the rule of a search did not buy. */
export const skippedLeadsQuery = (searchId: string) =>
  queryOptions({
    queryKey: [...skippedLeadsKey, searchId],
    queryFn: ({ signal }) => call(listSkippedLeads, { params: { id: searchId } }, { signal }),
    staleTime: 10_000,
  })

/**
 * The leads that a rule with these limits would have bought. The previous result is shown until the next one is loaded.
 */
export function usePreview(searchId: string | undefined, limits: Limits | null) {
  return useQuery({
    queryKey: ['automatic-buying-preview', searchId, limits],
    queryFn: ({ signal }) => {
      if (!searchId || !limits) throw new Error('The preview is not enabled.')
      return call(previewAutomaticBuying, { params: { id: searchId }, body: limits }, { signal })
    },
    enabled: searchId !== undefined && limits !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function useSetRule() {
  return useSingleMutation({
    mutationFn: ({ searchId, body }: { searchId: string; body: RuleForm }) =>
      call(setAutomaticBuying, { params: { id: searchId }, body }),
    refreshes: [automaticBuyingKey],
  })
}

export function usePauseRule() {
  return useSingleMutation({
    mutationFn: (searchId: string) => call(pauseAutomaticBuying, { params: { id: searchId } }),
    refreshes: [automaticBuyingKey],
  })
}
