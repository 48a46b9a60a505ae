import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { addReturnPath, findReturnPath } from '../../app/return-path.ts'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { comesFromSignup, readEmailFromHistory } from '../../features/auth/email-from-history.ts'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { loadSecondStep, type SecondStep } from '../../features/auth/second-step.ts'
import { useSession } from '../../lib/session.ts'
import { useSessionLoaded } from '../../lib/use-session-loaded.ts'

export const meta = () => [{ title: 'Login · Raahi' }]

export default function LoginPage() {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const { state } = useLocation()
  const [params] = useSearchParams()
  const next = params.get('next')
  const [emailOrPhone, setEmailOrPhone] = useState(() => readEmailFromHistory(state))
  const [second, setSecond] = useState<SecondStep | null>(null)

  if (!loaded) return null
  if (user) return <Navigate to={findReturnPath(next, user, window.location.origin)} replace />
  if (second)
    return (
      <AuthCard
        title="One more step"
        text="Two-factor login is on for your account."
        footer={
          <Link to={addReturnPath('/auth/login', next)} onClick={() => setSecond(null)}>
            Back to login
          </Link>
        }
      >
        <second.Form challenge={second.challenge} onEnded={() => setSecond(null)} />
      </AuthCard>
    )
  return (
    <AuthCard
      title="Login"
      text={
        comesFromSignup(state)
          ? `Your account is ready. Log in, and your dashboard shows the next steps. To confirm your email, open the link that we have sent to ${emailOrPhone}.`
          : next
            ? 'Please log in to continue.'
            : 'Log in to see your leads and wallet.'
      }
      footer={
        <>
          New to Raahi? <Link to={addReturnPath('/auth/signup', next)}>Sign up</Link>
        </>
      }
    >
      <LoginForm
        emailOrPhone={emailOrPhone}
        onChallenge={async (challenge, typed) => {
          setSecond({ challenge, Form: await loadSecondStep() })
          setEmailOrPhone(typed)
        }}
      />
    </AuthCard>
  )
}
