import { updateUser, type updateUserBody } from '@raahi/contract/update-user'
import {
  getUserById,
  getUserKyc,
  listUsers,
  suspendUser,
  type UserStatus,
} from '@raahi/contract/users'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import { dashboardKey } from '../dashboard/dashboard.api.ts'
import type { UserFilters } from './user-filters.ts'

/** Users a page. */
export const usersPerPage = 10

/** Key of all that is read of users by an admin: invalidating it reads lists and records again. */
export const usersKey = ['users'] as const
/** The dashboard counts the users. */
const changedKeys = [usersKey, dashboardKey]

/** A page of users. The page before stays on screen until the next one is there. */
export function useUserPage({ page, ...filters }: UserFilters) {
  const query = { ...filters, page: String(page), limit: String(usersPerPage) }
  return useQuery({
    queryKey: [...usersKey, 'page', query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** One user, as an admin sees it. */
export function useUser(id: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => call(getUserById, { params: { id } }, { signal }),
    staleTime: 0,
    enabled,
  })
}

/** Suspends a user, or lets it in again. */
export function useSetUserStatus() {
  return useSingleMutation({
    mutationFn: ({ userId, status }: { userId: string; status: UserStatus }) =>
      call(suspendUser, { params: { userId }, query: { status } }),
    refreshes: changedKeys,
  })
}

/** Saves what an admin changed of a user. */
export function useUpdateUser() {
  return useSingleMutation({
    mutationFn: (body: z.input<typeof updateUserBody>) => call(updateUser, { body }),
    refreshes: changedKeys,
  })
}

/** The KYC document of a user, of the type the server found it to be. */
export function readKyc(userId: string): Promise<Blob> {
  return callForFile(getUserKyc, { params: { userId } })
}

/** Reads the users again, and the dashboard's count of them: after a failure too, as others work here as well. */
export function useRefreshUsers() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of changedKeys) void queryClient.invalidateQueries({ queryKey })
  }
}
