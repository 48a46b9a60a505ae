import type { CallInput } from '@raahi/contract/endpoint'
import {
  getLeadPreferences,
  type LeadPreferences,
  setLeadPreferences,
} from '@raahi/contract/lead-preferences'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { useSession } from '../../../lib/session.ts'
import { readMarketChoice, storeMarketChoice } from '../market/market-choice.ts'

type Changes = CallInput<typeof setLeadPreferences>['body']

/** By user id: the changes that a caller of `saveLeadPreferences` is waiting to save. */
const waiting = new Map<string, Changes>()
/** By user id: the changes that the last request sent. */
const lastSent = new Map<string, Changes>()

const waitingOf = (userId: string): Changes => waiting.get(userId) ?? {}

/**
 * All changes that the server has not confirmed. Quick filters are in the browser's copy, so they survive a failure.
 */
function unsavedChanges(userId: string): Changes {
  const changes = waitingOf(userId)
  const choice = readMarketChoice(userId)
  return choice?.isUnsaved ? { ...changes, quickFilters: [...choice.quickFilters] } : changes
}

const hasChanges = (changes: Changes) => Object.keys(changes).length > 0

/**
 * An agent's stored choices for the lists of leads. A read also sends the unsaved changes. So there is one request at a
 * time, no response restores an older choice, and the end of the session also cancels a save.
 */
export const leadPreferencesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['lead-preferences', userId],
    queryFn: async ({ signal }): Promise<LeadPreferences> => {
      // A request uses the current session, which may belong to another agent if a script loaded late.
      if (useSession.getState().user?._id !== userId) throw new Error('The session has ended.')
      const sent = unsavedChanges(userId)
      lastSent.set(userId, sent)
      try {
        const preferences = hasChanges(sent)
          ? await call(setLeadPreferences, { body: sent }, { signal })
          : await call(getLeadPreferences, {}, { signal })
        signal.throwIfAborted()
        return storePreferences(userId, preferences, sent)
      } catch (error) {
        // The server will never accept these quick filters.
        if (error instanceof ApiError && error.status === 400) forgetUnsaved(userId)
        throw error
      }
    },
    // Purchases change the learned places.
    staleTime: 30_000,
  })

/** Stores the server's response. Choices that the agent made after the request was sent are kept. */
function storePreferences(
  userId: string,
  preferences: LeadPreferences,
  sent: Changes,
): LeadPreferences {
  waiting.set(userId, without(waitingOf(userId), sent))
  const { quickFilters } = unsavedChanges(userId)
  const isUnsaved = quickFilters !== undefined && quickFilters.join() !== sent.quickFilters?.join()
  const shown = isUnsaved ? { ...preferences, quickFilters } : preferences
  storeMarketChoice(userId, { ...shown, isUnsaved })
  return shown
}

function forgetUnsaved(userId: string): void {
  const choice = readMarketChoice(userId)
  if (choice) storeMarketChoice(userId, { ...choice, isUnsaved: false })
}

function without(changes: Changes, removed: Changes): Changes {
  const isKept = ([name, value]: [string, unknown]) => Reflect.get(removed, name) !== value
  return Object.fromEntries(Object.entries(changes).filter(isKept))
}

/**
 * Sends the given changes and the unsaved quick filters. Nothing is sent once another agent is signed in.
 * @throws ApiError if the save fails. The given changes are then dropped; the next request sends the quick filters
 * again
 */
export async function saveLeadPreferences(
  client: QueryClient,
  userId: string,
  changes: Omit<Changes, 'quickFilters'> = {},
): Promise<LeadPreferences> {
  waiting.set(userId, { ...waitingOf(userId), ...changes })
  const query = { ...leadPreferencesQuery(userId), staleTime: 0, retry: false }
  for (;;) {
    try {
      const saved = await client.fetchQuery(query)
      // A request that was already in progress did not include the changes.
      if (!hasChanges(unsavedChanges(userId))) return saved
    } catch (error) {
      const isOver = useSession.getState().user?._id !== userId
      // The failed request was already in progress and did not include the changes, so they must still be sent.
      if (!isOver && hasChanges(without(changes, lastSent.get(userId) ?? {}))) continue
      waiting.set(userId, without(waitingOf(userId), changes))
      throw error
    }
  }
}
