import { listLeadSuggestions, type SuggestedField } from '@raahi/contract/lead-suggestions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** Places with leads for sale that contain a text. A request for an earlier text is cancelled. */
export const leadSuggestionsQuery = (field: SuggestedField, text: string) =>
  queryOptions({
    queryKey: ['lead-suggestions', field, text.toLowerCase()],
    queryFn: ({ signal }) => call(listLeadSuggestions, { query: { field, text } }, { signal }),
    staleTime: 15_000,
    retry: false,
  })
