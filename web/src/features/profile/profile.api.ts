import {
  changeOwnPassword,
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  listUserSessions,
  updateImageOfUser,
} from '@raahi/contract/profile'
import { updateUser, type updateUserBody } from '@raahi/contract/update-user'
import type { User } from '@raahi/contract/users'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { ownSessionsKey } from '../../lib/query-keys.ts'
import { endSession } from '../../lib/session.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import { useApplySavedUser } from '../account/public/use-apply-saved-user.ts'

/** Saves the user's record: its fields and its picture. */
export function useProfileSaving() {
  const applySavedUser = useApplySavedUser()
  return {
    saveFields: async (body: z.input<typeof updateUserBody>): Promise<User> =>
      applySavedUser(await call(updateUser, { body })),
    savePicture: async (picture: File): Promise<User> => {
      const body = new FormData()
      body.set(updateImageOfUser.file.field, picture)
      return applySavedUser(await call(updateImageOfUser, { body }))
    },
  }
}

/** Changes the user's password. The other sessions end. */
export function useChangePassword() {
  return useSingleMutation({
    mutationFn: (body: z.input<typeof changeOwnPassword.body>) => call(changeOwnPassword, { body }),
    refreshes: [ownSessionsKey],
  })
}

/** The sessions of any user, for an admin. */
export function useUserSessions(userId: string) {
  return useQuery({
    queryKey: ['user-sessions', userId],
    queryFn: ({ signal }) => call(listUserSessions, { params: { userId } }, { signal }),
  })
}

/** The user's sessions, this browser first. */
export function useOwnSessions() {
  return useQuery({
    queryKey: ownSessionsKey,
    queryFn: ({ signal }) => call(listOwnSessions, {}, { signal }),
  })
}

/** Ends another session of the user. */
export function useEndSession() {
  return useSingleMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    refreshes: [ownSessionsKey],
  })
}

/** Ends every session of the user, including this one. */
export function useEndAllSessions() {
  return useSingleMutation({
    mutationFn: async (_: undefined) => {
      await call(endOwnSessions)
      endSession()
    },
  })
}
