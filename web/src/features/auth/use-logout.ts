import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { queryClient } from '../../lib/query-client.ts'
import { withCookieLock } from '../../lib/renew-session.ts'
import { endSession } from '../../lib/session.ts'
import { notifyError } from '../../ui/toast.ts'

/**
 * Logs out, here and in every other tab. The session in this browser ends even if the server cannot be reached; the
 * user is then warned that the refresh cookie is valid until it expires.
 * @returns `isLoggingOut` stays true once the session has ended
 */
export function useLogout() {
  const [isLoggingOut, setLoggingOut] = useState(false)
  const logOut = async () => {
    setLoggingOut(true)
    try {
      const { logout } = await loadAuthContract()
      // Queries still in progress would be rejected.
      await queryClient.cancelQueries()
      await withCookieLock(async () => {
        try {
          await call(logout)
        } finally {
          endSession()
        }
      })
    } catch {
      endSession()
      notifyError(
        'You are logged out on this device, but we could not reach the server. Once you are online, log in and log out again.',
      )
    }
  }
  return { isLoggingOut, logOut }
}
