import type { loginBody } from '@raahi/contract/auth'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { aloneWithCookie } from '../../lib/renew-session.ts'
import { endSession, startSession } from '../../lib/session.ts'
import { notifyError } from '../../ui/toast.ts'

/** Signs in and keeps the session. */
export function useLogin() {
  return useMutation({
    mutationFn: async (body: z.input<typeof loginBody>) => {
      const { login } = await loadAuthContract()
      return aloneWithCookie(async () => startSession(await call(login, { body })))
    },
  })
}

/** Opens an agent account; signs nobody in. */
export function useRegister() {
  return useMutation({
    mutationFn: async (body: FormData) => call((await loadAuthContract()).register, { body }),
  })
}

/**
 * Signs out here and in every other tab.
 * @throws ApiError where the server could not be told; this browser has forgotten the session all the same.
 */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      const { logout } = await loadAuthContract()
      return aloneWithCookie(async () => {
        try {
          await call(logout)
        } finally {
          endSession()
        }
      })
    },
    // By then the component that asked is gone: only the hook's own callback is still called.
    onError: () =>
      notifyError(
        'You are logged out here, but the server could not be told. Log in and out again once you are online.',
      ),
  })
}
