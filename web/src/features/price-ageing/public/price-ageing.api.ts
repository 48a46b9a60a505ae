import {
  type AgeRule,
  changePriceAgeing,
  listPriceAgeing,
  previewPriceAgeing,
  previewQuery,
} from '@raahi/contract/price-ageing'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { leadsKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

const versionsKey = ['price-ageing', 'versions'] as const

/** The latest versions, newest first. */
export function usePriceAgeing() {
  return useQuery({
    queryKey: versionsKey,
    queryFn: ({ signal }) => call(listPriceAgeing, {}, { signal }),
  })
}

/** The leads on sale by the price that these steps give them today. Refetched with the leads, also after a new price. */
export function useAgeingPreview(rule: AgeRule) {
  return useQuery({
    queryKey: [...leadsKey, 'ageing-preview', rule],
    queryFn: ({ signal }) => call(previewPriceAgeing, { query: previewQuery(rule) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Creates a new version. Refetches the versions, also after a refusal, because another admin may have created one. */
export function useChangePriceAgeing() {
  return useSingleMutation({
    mutationFn: (body: AgeRule & { version: number }) => call(changePriceAgeing, { body }),
    refreshes: [versionsKey, leadsKey],
  })
}
