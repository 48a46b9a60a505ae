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

/** Where an admin sets it up. */
export const setUpAddress = '/auth/set-up-two-factor'

/** The present password, and a code where one is asked for. */
export interface Proof {
  currentPassword: string
  code?: string
}

/** The state of the signed-in admin's two-factor login. */
export function useTwoFactor() {
  return useQuery({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => call(getTwoFactor, {}, { signal }),
    staleTime: 0,
  })
}

/** Begins to set up an app. */
export function useStartTwoFactor() {
  return useSingleMutation({
    mutationFn: (body: Proof) => call(startTwoFactor, { body }),
  })
}

/** Turns on what was set up. From here on the session may read what it was refused before. */
export function useConfirmTwoFactor() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (code: string) => {
      const { recoveryCodes } = await call(confirmTwoFactor, { body: { code } })
      // Among them the refusals that led here.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== twoFactorKey[0] })
      return recoveryCodes
    },
  })
}

/** Replaces the recovery codes. */
export function useRenewRecoveryCodes() {
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: async ({ currentPassword, code = '' }: Proof) =>
      (await call(renewRecoveryCodes, { body: { currentPassword, code } })).recoveryCodes,
    onSettled: refresh,
  })
}

/** Turns it off. */
export function useTurnOffTwoFactor() {
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: ({ currentPassword, code = '' }: Proof) =>
      call(turnOffTwoFactor, { body: { currentPassword, code } }),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: twoFactorKey })
}
