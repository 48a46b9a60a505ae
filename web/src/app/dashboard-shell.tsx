import { Suspense } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useLogout } from '../features/auth/auth.api.ts'
import { loginAddress, mayOpen, menuOf } from '../features/auth/places.ts'
import { useSessionLoaded } from '../features/auth/use-session-loaded.ts'
import { useAccount } from '../features/users/use-account.ts'
import { useSession } from '../lib/session.ts'
import { DashboardFrame } from '../ui/dashboard-frame.tsx'

/** The way into everything behind the login: only for whom the place is meant. */
export default function DashboardShell() {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const location = useLocation()
  const logout = useLogout()

  if (!loaded) return null
  if (user === null) {
    // Whoever leaves on purpose is not brought back to where they were.
    const left = logout.isPending || logout.isSuccess || logout.isError
    return <Navigate to={left ? '/auth/login' : loginAddress(location)} replace />
  }
  if (!mayOpen(user.role, location.pathname)) return <Navigate to="/auth/unauthorized" replace />

  // The key starts every screen afresh where somebody else has signed in meanwhile.
  return <SignedIn key={user._id} onLogout={() => logout.mutate()} loggingOut={logout.isPending} />
}

function SignedIn({ onLogout, loggingOut }: { onLogout: () => void; loggingOut: boolean }) {
  const { user } = useAccount()
  return (
    <DashboardFrame
      menu={menuOf(user.role)}
      user={{
        name: user.name || 'Vendor',
        detail: user.role === 'admin' ? 'Administrator' : user.companyName,
      }}
      onLogout={onLogout}
      loggingOut={loggingOut}
    >
      <Suspense>
        <Outlet />
      </Suspense>
    </DashboardFrame>
  )
}
