import type { TwoFactorState } from '@raahi/contract/two-factor'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { buildLoginPath } from '../../app/return-path.ts'
import { profilePath } from '../../app/screens.ts'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { useLogout } from '../../features/auth/use-logout.ts'
import { type SetUpStep, SetUpTwoFactor } from '../../features/two-factor/set-up-two-factor.tsx'
import { useTwoFactor } from '../../features/two-factor/two-factor.api.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { useSessionLoaded } from '../../lib/use-session-loaded.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'

export const meta = () => [{ title: 'Two-factor login · Raahi' }]

/**
 * This page is outside the dashboard: if the settings require a second factor, an admin without one may open no other
 * screen.
 */
export default function SetUpTwoFactorPage() {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const location = useLocation()
  const { isLoggingOut, logOut } = useLogout()
  if (!loaded) return null
  if (user === null) {
    return <Navigate to={isLoggingOut ? '/auth/login' : buildLoginPath(location)} replace />
  }
  if (user.role !== 'admin') return <Navigate to="/auth/unauthorized" replace />
  return (
    <QueryClientProvider client={queryClient}>
      <SetUp key={user._id} email={user.email} isLoggingOut={isLoggingOut} onLogout={logOut} />
    </QueryClientProvider>
  )
}

type SetUpProps = { email: string; isLoggingOut: boolean; onLogout: () => void }

function SetUp({ email, isLoggingOut, onLogout }: SetUpProps) {
  const { data, error, isFetching, refetch } = useTwoFactor()
  const [step, setStep] = useState<SetUpStep>({ name: 'password' })
  const navigate = useNavigate()
  // Keeps the state of the first step. The last step turns two-factor login on, but the texts and links stay the
  // same.
  const [state, setState] = useState(data)
  if (step.name === 'password' && state !== data) setState(data)
  const mustSetUp = state?.required === true && state.since === null
  return (
    <AuthCard
      {...headingFor(step, state)}
      footer={
        step.name === 'codes' ? null : mustSetUp ? (
          <BusyButton variant="default" busy={isLoggingOut} onClick={onLogout}>
            Log out
          </BusyButton>
        ) : (
          <Link to={profilePath('admin')}>Back to your profile</Link>
        )
      }
    >
      {state && (
        <SetUpTwoFactor
          state={state}
          email={email}
          step={step}
          onStep={setStep}
          onDone={() => {
            queryClient.removeQueries()
            navigate(mustSetUp ? '/dashboard' : profilePath('admin'), { replace: true })
          }}
        />
      )}
      {!state && error && (
        <ErrorState
          text={errorWithReason(error, 'This could not be loaded.')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
      {!state && !error && <SkeletonList label="Loading..." layout="rows" count={2} />}
    </AuthCard>
  )
}

/** Title and text above the steps. */
function headingFor(step: SetUpStep, state: TwoFactorState | undefined) {
  const title = 'Two-factor login'
  if (step.name === 'codes') {
    return { title, text: 'It is on. From now on, every login asks for a code from your app.' }
  }
  if (state?.since) {
    return {
      title: 'Another app',
      text: 'Your current app keeps working until you confirm the new one.',
    }
  }
  return {
    title,
    text: state?.required
      ? 'Raahi admins log in with a password and a code from an app. Set it up to continue.'
      : 'Add a code from an app on your phone, so that your password alone is not enough to log in.',
  }
}
