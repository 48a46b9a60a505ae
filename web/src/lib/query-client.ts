import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { useSession } from './session.ts'

/** What the server has refused (4xx) will be refused again: only faults and lost connections are tried again, twice. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 2
}

/** What this tab has read from the server. Only the dashboard reads, so only it loads this. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 10_000 },
    mutations: { retry: false },
  },
})

// Emptied the moment somebody else, or nobody, is signed in: no one sees what was read for another.
useSession.subscribe((now, before) => {
  if (now.user?._id !== before.user?._id) queryClient.clear()
})

declare module '@tanstack/react-query' {
  interface Register {
    // A type without `message`: a screen gets its text from `errorMessage`.
    defaultError: object
  }
}
