import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useAccount } from '../features/account/public/use-account.ts'
import { useLogout } from '../features/auth/use-logout.ts'
import { readOpenOrder } from '../features/payments/open-order.ts'
import { isRefusal } from '../lib/api-error.ts'
import { lazyWithFallback } from '../lib/lazy-with-fallback.ts'
import { queryClient } from '../lib/query-client.ts'
import { holdScreens, releaseScreens, useScreenOwner, useSession } from '../lib/session.ts'
import { useSessionLoaded } from '../lib/use-session-loaded.ts'
import DashboardNotFound from '../pages/dashboard-not-found.tsx'
import { DashboardFrame } from '../ui/dashboard-frame.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import type { Route } from './+types/dashboard-shell.ts'
import { LoginAgain } from './login-again.tsx'
import { buildMenu } from './menu.ts'
import { PaletteKey } from './palette/palette-key.tsx'
import { buildLoginPath } from './return-path.ts'
import { findScreen, mayOpen, profilePath } from './screens.ts'

// If its script cannot be loaded, the screens work without live changes.
const AgentBackground = lazyWithFallback(() => import('./agent-background.tsx'))

// Without its script the payment counts in any case.
const ConfirmingPayment = lazyWithFallback(
  () => import('../features/payments/confirming-payment.tsx'),
)

export const meta = ({ location }: Route.MetaArgs) => [
  { title: `${findScreen(location.pathname)?.title ?? 'Not found'} · Raahi` },
]

/** Renders a screen behind the login if the user's role may open it. */
export default function DashboardShell() {
  return (
    <RequireAccess>
      <Suspense>
        <Outlet />
      </Suspense>
    </RequireAccess>
  )
}

/** Keeps the menu visible if a screen throws or its script cannot be loaded. */
export function ErrorBoundary() {
  return (
    <RequireAccess>
      <ErrorState
        text="This page could not be shown. Please check your connection and try again."
        onRetry={() => window.location.reload()}
      />
    </RequireAccess>
  )
}

function RequireAccess({ children }: { children: ReactNode }) {
  const loaded = useSessionLoaded()
  const signedIn = useSession((state) => state.user)
  const owner = useScreenOwner((state) => state.owner)
  const location = useLocation()
  const { isLoggingOut, logOut } = useLogout()
  useEffect(() => releaseScreens, [])

  const user = signedIn ?? owner
  if (!loaded) return null
  if (user === null) {
    // After a logout the next login opens the dashboard.
    return <Navigate to={isLoggingOut ? '/auth/login' : buildLoginPath(location)} replace />
  }
  if (owner !== null && owner._id !== user._id) return <LeaveScreens pathname={location.pathname} />
  const screen = findScreen(location.pathname)
  if (screen && !mayOpen(user, screen)) {
    return <Navigate to="/auth/unauthorized" replace />
  }
  return (
    <QueryClientProvider client={queryClient}>
      {/* The key resets every screen when another user logs in. */}
      <SignedInFrame key={user._id} onLogout={logOut} loggingOut={isLoggingOut}>
        {/* During a logout no screen may send requests: the server would reject them. */}
        {isLoggingOut ? null : screen ? children : <DashboardNotFound />}
      </SignedInFrame>
      <LoginAgain opened={signedIn === null} email={user.email} onLeave={releaseScreens} />
    </QueryClientProvider>
  )
}

/**
 * Another user has logged in: opens the dashboard after the screens of the former user are gone. Until it is open, the
 * address is the one of the former screen, which would request the former user's data.
 */
function LeaveScreens({ pathname }: { pathname: string }) {
  useEffect(() => {
    if (pathname === '/dashboard') releaseScreens()
  }, [pathname])
  return <Navigate to="/dashboard" replace />
}

type SignedInProps = { onLogout: () => void; loggingOut: boolean; children: ReactNode }

function SignedInFrame({ onLogout, loggingOut, children }: SignedInProps) {
  const { user, query } = useAccount()
  // Only of an earlier load of the page: while it is open, the checkout's dialog shows the result.
  const [openOrder] = useState(readOpenOrder)
  const isConfirmed = query.data !== undefined
  useEffect(() => {
    if (isConfirmed) holdScreens(user)
  }, [isConfirmed, user])
  if (isRefusal(query.error, 'TWO_FACTOR_REQUIRED')) {
    return <Navigate to="/auth/set-up-two-factor" replace />
  }
  return (
    <DashboardFrame
      menu={buildMenu(user)}
      user={{
        name: user.name || 'Vendor',
        detail: user.role === 'admin' ? 'Administrator' : user.companyName,
        image: user.profile,
        to: profilePath(user.role),
      }}
      onLogout={onLogout}
      loggingOut={loggingOut}
    >
      {openOrder && (
        <Suspense>
          <ConfirmingPayment orderId={openOrder} />
        </Suspense>
      )}
      {children}
      {!loggingOut && <PaletteKey user={user} onLogout={onLogout} />}
      {/* A stream of the ending session would be refused. */}
      {user.role === 'user' && !loggingOut && (
        <Suspense>
          <AgentBackground user={user} />
        </Suspense>
      )}
    </DashboardFrame>
  )
}
