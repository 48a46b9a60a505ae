import { me } from '@raahi/contract/auth'
import type { User } from '@raahi/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { isLive } from '../../../lib/live-state.ts'
import { accountKey } from '../../../lib/query-keys.ts'
import { updateSessionUser, useSignedInUser } from '../../../lib/session.ts'

/** Interval of the reads. An idle screen notices a suspension or a logout elsewhere within this time. */
const pollMs = 10_000
/** Longer with a stream of events, which reports both at once. */
const pollWhileLiveMs = 60_000

export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ signal }): Promise<User> => {
    const user = await call(me, {}, { signal })
    updateSessionUser(user)
    return user
  },
  // Others can change the balance and the access, so the record is refetched when the page becomes visible, and at an
  // interval while it is visible. A background tab sends no requests.
  refetchInterval: () => (isLive() ? pollWhileLiveMs : pollMs),
})

/**
 * The signed-in user. Until the server has responded, `user` is the record stored with the session.
 */
export function useAccount() {
  const stored = useSignedInUser()
  const query = useQuery(accountQuery)
  return { user: query.data ?? stored, query }
}
