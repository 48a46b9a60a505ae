import { Link, Navigate, useNavigate } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { SignupForm } from '../../features/auth/signup-form.tsx'
import { useSessionLoaded } from '../../features/auth/use-session-loaded.ts'
import { useSession } from '../../lib/session.ts'

export const meta = () => [{ title: 'Sign up · Raahi' }]

export default function SignupPage() {
  const loaded = useSessionLoaded()
  const signedIn = useSession((state) => state.user !== null)
  const navigate = useNavigate()

  if (!loaded) return null
  if (signedIn) return <Navigate to="/dashboard" replace />
  return (
    <AuthCard
      wide
      title="Create your account"
      text="Open an agent account: it costs nothing, and you pay only for the leads you choose."
      foot={
        <>
          Already have an account? <Link to="/auth/login">Login</Link>
        </>
      }
    >
      <SignupForm onDone={(email) => navigate('/auth/login', { state: { email } })} />
    </AuthCard>
  )
}
