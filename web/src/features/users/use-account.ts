import { me } from '@raahi/contract/auth'
import type { User } from '@raahi/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { isLive } from '../../lib/live-state.ts'
import { updateSessionUser, useSignedInUser } from '../../lib/session.ts'

/** A suspension or a sign-out elsewhere ends an idle screen after this long at most. */
const lookAgainMs = 10_000
/** The stream of events reports both at once. */
const lookAgainWhileLiveMs = 60_000

/** Key of the signed-in user's own record, wallet included. */
export const accountKey = ['account'] as const

export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ signal }): Promise<User> => {
    const user = await call(me, {}, { signal })
    updateSessionUser(user)
    return user
  },
  // Money and access that others can change: looked up again whenever the page is looked at again, and
  // while it is; a tab in the background asks nothing.
  staleTime: 0,
  refetchInterval: () => (isLive() ? lookAgainWhileLiveMs : lookAgainMs),
})

/**
 * The signed-in user as the server knows it now. Until it has answered, `user` is the record kept
 * from before.
 */
export function useAccount() {
  const kept = useSignedInUser()
  const query = useQuery(accountQuery)
  return { user: query.data ?? kept, query }
}
