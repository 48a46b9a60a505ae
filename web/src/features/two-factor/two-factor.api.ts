import {
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
} from '@raahi/contract/two-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

const twoFactorKey = ['two-factor'] as const

/** The page on which an admin sets up two-factor login. */
export const setUpPath = '/auth/set-up-two-factor'

/** The current password, and a code if one is required. */
export type Credentials = {
  currentPassword: string
  code?: string
}

/** The state of the signed-in admin's two-factor login. */
export function useTwoFactor() {
  return useQuery({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => call(getTwoFactor, {}, { signal }),
  })
}

/** Starts the set-up of an app. */
export function useStartTwoFactor() {
  return useSingleMutation({
    mutationFn: (body: Credentials) => call(startTwoFactor, { body }),
  })
}

/** Turns on two-factor login with the app that was set up. The session then has full access. */
export function useConfirmTwoFactor() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (code: string) => {
      const { recoveryCodes } = await call(confirmTwoFactor, { body: { code } })
      // The cache contains refusals of requests that were made before the second factor.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== twoFactorKey[0] })
      return recoveryCodes
    },
  })
}

/** Replaces the recovery codes. */
export function useRenewRecoveryCodes() {
  return useSingleMutation({
    mutationFn: async ({ currentPassword, code = '' }: Credentials) =>
      (await call(renewRecoveryCodes, { body: { currentPassword, code } })).recoveryCodes,
    refreshes: [twoFactorKey],
  })
}

/** Turns off two-factor login. */
export function useTurnOffTwoFactor() {
  return useSingleMutation({
    mutationFn: ({ currentPassword, code = '' }: Credentials) =>
      call(turnOffTwoFactor, { body: { currentPassword, code } }),
    refreshes: [twoFactorKey],
  })
}
