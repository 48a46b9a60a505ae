import type { User } from '@raahi/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { accountKey, ownSessionsKey } from '../../../lib/query-keys.ts'
import { updateSessionUser } from '../../../lib/session.ts'

/** @returns a function that shows the saved record of the user everywhere: sidebar, dashboard, profile, dialogs */
export function useApplySavedUser() {
  const queryClient = useQueryClient()
  return async (user: User): Promise<User> => {
    // A response to an earlier request would overwrite the saved record.
    await queryClient.cancelQueries({ queryKey: accountKey })
    queryClient.setQueryData(accountKey, user)
    updateSessionUser(user)
    void queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    return user
  }
}
