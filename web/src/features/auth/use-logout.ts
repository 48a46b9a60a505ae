import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { loadAuthContract } from '../../lib/auth-contract.ts'
import { queryClient } from '../../lib/query-client.ts'
import { aloneWithCookie } from '../../lib/renew-session.ts'
import { endSession } from '../../lib/session.ts'
import { notifyError } from '../../ui/toast.ts'

/**
 * Signs out, here and in every other tab. This browser forgets the session even where the server cannot
 * be told, and then says so: the refresh cookie is still good until it runs out.
 * @returns `leaving` is true from the click on, also once the session is gone
 */
export function useLogout() {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      const { logout } = await loadAuthContract()
      // What is still being read would only be refused.
      await queryClient.cancelQueries()
      await aloneWithCookie(async () => {
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
  return { leaving, leave }
}
