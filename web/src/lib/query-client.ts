import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { removeTextsOfUser } from './local-texts.ts'
import { readShownUserId, useScreenOwner, useSession } from './session.ts'

/**
 * Retries a request at most twice, and only after server errors and lost connections. A retry of a refused request
 * (4xx) would be refused again.
 */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 2
}

/** The cache of what this tab has read from the server. Only the dashboard loads this module. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Sent even if the browser seems offline. The default would show a screen as loading until the connection returns.
    queries: {
      retry: shouldRetry,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // The default would wait without a message and send a purchase on its own when the connection returns.
    mutations: { retry: false, networkMode: 'always' },
  },
})

let shownUserId = readShownUserId()

/** Removes cache and texts when the tab shows another user, so that no user sees data of another. */
function clearForOtherUser(): void {
  if (readShownUserId() === shownUserId) return
  // Also what was typed after the session had ended.
  if (shownUserId) removeTextsOfUser(shownUserId)
  shownUserId = readShownUserId()
  queryClient.clear()
}

useScreenOwner.subscribe(clearForOtherUser)
useSession.subscribe((current, previous) => {
  if (current.user?._id === previous.user?._id) return
  clearForOtherUser()
  if (previous.user) removeTextsOfUser(previous.user._id)
})

declare module '@tanstack/react-query' {
  interface Register {
    // A type without `message`: a screen gets its text from `errorMessage`.
    defaultError: object
  }
}
