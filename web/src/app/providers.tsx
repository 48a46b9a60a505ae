import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SessionSync } from '../features/auth/session-sync.tsx'
import { colourSchemeManager } from '../ui/colour-scheme.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { ToastRegion } from '../ui/toast-region.tsx'

/** What the server has refused (4xx) will be refused again: only faults and lost connections are tried again, twice. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = typeof error === 'object' && error && 'status' in error ? error.status : undefined
  if (typeof status === 'number' && status >= 400 && status < 500) return false
  return failures < 2
}

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 10_000 },
      mutations: { retry: false },
    },
  })
}

/** Theme, data cache and toasts, around every page. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <SessionSync />
        {children}
        <ToastRegion />
      </QueryClientProvider>
    </MantineProvider>
  )
}
