import {
  changeReturnPolicy,
  listReturnPolicies,
  type PolicyTerms,
  previewQuery,
  previewReturnPolicy,
} from '@raahi/contract/return-policy'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

const policiesKey = ['return-policy', 'versions'] as const

/** The latest versions, newest first. */
export function useReturnPolicies() {
  return useQuery({
    queryKey: policiesKey,
    queryFn: ({ signal }) => call(listReturnPolicies, {}, { signal }),
    staleTime: 0,
  })
}

/** What the terms would have meant for the last 90 days, with these terms. */
export function usePolicyPreview(terms: PolicyTerms) {
  return useQuery({
    queryKey: ['return-policy', 'preview', terms],
    queryFn: async ({ signal }) => ({
      terms,
      preview: await call(previewReturnPolicy, { query: previewQuery(terms) }, { signal }),
    }),
    placeholderData: keepPreviousData,
  })
}

/** Makes a new version. The versions are read again, also after a refusal: another admin may have made one. */
export function useChangeReturnPolicy() {
  return useSingleMutation({
    mutationFn: (body: PolicyTerms & { version: number }) => call(changeReturnPolicy, { body }),
    refreshes: [policiesKey],
  })
}
