import type { CallInput } from '@raahi/contract/endpoint'
import {
  getLeadPreferences,
  type LeadPreferences,
  setLeadPreferences,
} from '@raahi/contract/lead-preferences'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { keepMarketChoice } from './market-choice.ts'

/** An agent's choices for the marketplace, as the server keeps them. */
export const leadPreferencesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['lead-preferences', userId],
    queryFn: async ({ signal }): Promise<LeadPreferences> => {
      const preferences = await call(getLeadPreferences, {}, { signal })
      keepMarketChoice(userId, preferences)
      return preferences
    },
    // Purchases change what is learned.
    staleTime: 30_000,
  })

/** Stores the given choices. */
export async function saveLeadPreferences(
  client: QueryClient,
  userId: string,
  body: CallInput<typeof setLeadPreferences>['body'],
): Promise<LeadPreferences> {
  const preferences = await call(setLeadPreferences, { body })
  client.setQueryData(leadPreferencesQuery(userId).queryKey, preferences)
  keepMarketChoice(userId, preferences)
  return preferences
}
