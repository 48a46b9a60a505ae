import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loginAddress } from '../features/auth/return-place.ts'
import { mayOpen, profileOf } from '../features/auth/roles.ts'
import { useLogout } from '../features/auth/use-logout.ts'
import { useSessionLoaded } from '../features/auth/use-session-loaded.ts'
import { useAccount } from '../features/users/use-account.ts'
import { isRefusal } from '../lib/api-error.ts'
import { queryClient } from '../lib/query-client.ts'
import { useSession } from '../lib/session.ts'
import { DashboardFrame } from '../ui/dashboard-frame.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { menuOf } from './menu.ts'

/** The way into everything behind the login: only for whom the place is meant. */
export default function DashboardShell() {
  return (
    <Gate>
      <Suspense>
        <Outlet />
      </Suspense>
    </Gate>
  )
}

/** A screen that breaks, or whose script does not come, leaves the menu where it is. */
export function ErrorBoundary() {
  return (
    <Gate>
      <ErrorState
        text="This page could not be shown. Please check your connection and try again."
        onRetry={() => window.location.reload()}
      />
    </Gate>
  )
}

function Gate({ children }: { children: ReactNode }) {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const location = useLocation()
  const { leaving, leave } = useLogout()

  if (!loaded) return null
  if (user === null) {
    // Whoever leaves on purpose is not brought back to where they were.
    return <Navigate to={leaving ? '/auth/login' : loginAddress(location)} replace />
  }
  if (!mayOpen(user.role, location.pathname)) return <Navigate to="/auth/unauthorized" replace />
  return (
    <QueryClientProvider client={queryClient}>
      {/* The key starts every screen afresh where somebody else has signed in meanwhile. */}
      <SignedIn key={user._id} onLogout={leave} loggingOut={leaving}>
        {children}
      </SignedIn>
    </QueryClientProvider>
  )
}

type SignedInProps = { onLogout: () => void; loggingOut: boolean; children: ReactNode }

function SignedIn({ onLogout, loggingOut, children }: SignedInProps) {
  const { user, query } = useAccount()
  if (isRefusal(query.error, 'TWO_FACTOR_REQUIRED')) {
    return <Navigate to="/auth/set-up-two-factor" replace />
  }
  return (
    <DashboardFrame
      menu={menuOf(user.role)}
      user={{
        name: user.name || 'Vendor',
        detail: user.role === 'admin' ? 'Administrator' : user.companyName,
        image: user.profile,
        to: profileOf(user.role),
      }}
      onLogout={onLogout}
      loggingOut={loggingOut}
    >
      {children}
    </DashboardFrame>
  )
}
