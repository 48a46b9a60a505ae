import { updateUser, type updateUserBody } from '@raahi/contract/update-user'
import { getUserById, listUsers, suspendUser, type UserStatus } from '@raahi/contract/users'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { dashboardKey, usersKey } from '../../lib/query-keys.ts'
import { refetch } from '../../lib/refetch.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import type { UserFilters } from './user-filters.ts'

/** Users per page. */
export const usersPerPage = 10

/** Includes the dashboard, because it counts the users. */
const changedKeys = [usersKey, dashboardKey]

/** A page of users. The previous page stays on screen until the next one is loaded. */
export function useUserPage({ page, ...filters }: UserFilters) {
  const query = { ...filters, page: String(page), limit: String(usersPerPage) }
  return useQuery({
    queryKey: [...usersKey, 'page', query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One user, as an admin sees it. */
export function useUser(id: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => call(getUserById, { params: { id } }, { signal }),
    enabled,
  })
}

/** Suspends or re-activates a user. */
export function useSetUserStatus() {
  return useSingleMutation({
    mutationFn: ({ userId, status }: { userId: string; status: UserStatus }) =>
      call(suspendUser, { params: { userId }, query: { status } }),
    refreshes: changedKeys,
  })
}

/** Saves an admin's changes to a user. */
export function useUpdateUser() {
  return useSingleMutation({
    mutationFn: (body: z.input<typeof updateUserBody>) => call(updateUser, { body }),
    refreshes: changedKeys,
  })
}

/** @returns a function that refetches the users and the dashboard's count of them */
export function useRefreshUsers() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of changedKeys) void refetch(queryClient, queryKey)
  }
}
