import {
  changeReturnPolicy,
  listReturnPolicies,
  type PolicyTerms,
  previewQuery,
  previewReturnPolicy,
} from '@raahi/contract/return-policy'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

const policiesKey = ['return-policy', 'versions'] as const

/** The latest versions, newest first. */
export function useReturnPolicies() {
  return useQuery({
    queryKey: policiesKey,
    queryFn: ({ signal }) => call(listReturnPolicies, {}, { signal }),
  })
}

/** The effect that these terms would have had on the last 90 days. */
export function usePolicyPreview(terms: PolicyTerms) {
  return useQuery({
    queryKey: ['return-policy', 'preview', terms],
    queryFn: async ({ signal }) => ({
      terms,
      preview: await call(previewReturnPolicy, { query: previewQuery(terms) }, { signal }),
    }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Creates a new version. Refetches the versions, also after a refusal, because another admin may have created one. */
export function useChangeReturnPolicy() {
  return useSingleMutation({
    mutationFn: (body: PolicyTerms & { version: number }) => call(changeReturnPolicy, { body }),
    refreshes: [policiesKey],
  })
}
