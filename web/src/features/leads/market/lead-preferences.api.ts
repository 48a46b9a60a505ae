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
import { readMarketChoice, storeMarketChoice } from './market-choice.ts'

type Changes = CallInput<typeof setLeadPreferences>['body']

/** By agent: changes for which a caller of `saveLeadPreferences` waits. */
const waiting = new Map<string, Changes>()
/** By agent: what the last request sent. */
const lastSent = new Map<string, Changes>()

const waitingOf = (userId: string): Changes => waiting.get(userId) ?? {}

/** All changes that the server has not confirmed. Quick filters are in the browser's copy: they outlive a failure. */
function unsavedChanges(userId: string): Changes {
  const changes = waitingOf(userId)
  const choice = readMarketChoice(userId)
  return choice?.isUnsaved ? { ...changes, quickFilters: [...choice.quickFilters] } : changes
}

const hasChanges = (changes: Changes) => Object.keys(changes).length > 0

/**
 * An agent's choices for the lists of leads, as the server has them. A read sends the unsaved changes. So there is one
 * request at a time, no response brings back an older choice, and the end of the session cancels a save too.
 */
export const leadPreferencesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['lead-preferences', userId],
    queryFn: async ({ signal }): Promise<LeadPreferences> => {
      // A request goes with the session of this moment, which may be another agent's if a script loaded late.
      if (useSession.getState().user?._id !== userId) throw new Error('the session has ended')
      const sent = unsavedChanges(userId)
      lastSent.set(userId, sent)
      try {
        const preferences = hasChanges(sent)
          ? await call(setLeadPreferences, { body: sent }, { signal })
          : await call(getLeadPreferences, {}, { signal })
        signal.throwIfAborted()
        return takeIn(userId, preferences, sent)
      } catch (error) {
        // The server will never accept these quick filters.
        if (error instanceof ApiError && error.status === 400) forgetUnsaved(userId)
        throw error
      }
    },
    // Purchases change what is learned.
    staleTime: 30_000,
  })

/** Stores the server's answer. What the agent has chosen since the request was sent stays. */
function takeIn(userId: string, preferences: LeadPreferences, sent: Changes): LeadPreferences {
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
 * Sends the given changes and the quick filters that are unsaved. Nothing is sent once another agent is signed in.
 * @throws ApiError if they could not be saved: the given changes are dropped, the quick filters go with the next request
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
      // A request that was in progress did not have the changes.
      if (!hasChanges(unsavedChanges(userId))) return saved
    } catch (error) {
      const isOver = useSession.getState().user?._id !== userId
      // A request that was in progress without the changes has failed: they are still to be sent.
      if (!isOver && hasChanges(without(changes, lastSent.get(userId) ?? {}))) continue
      waiting.set(userId, without(waitingOf(userId), changes))
      throw error
    }
  }
}
