import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followOtherTabs, useSession } from '../../lib/session.ts'

/**
 * Keeps this tab true to the session: follows the other tabs, and empties the data cache the moment
 * somebody else (or nobody) is signed in, so that no one sees what was read for another.
 */
export function SessionSync() {
  const queryClient = useQueryClient()
  useEffect(() => followOtherTabs(), [])
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (now.user?._id !== before.user?._id) queryClient.getQueryCache().clear()
      }),
    [queryClient],
  )
  return null
}
