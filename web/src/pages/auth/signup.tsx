import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { addReturnPath, findReturnPath } from '../../app/return-path.ts'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { SignupForm } from '../../features/auth/signup-form.tsx'
import { useSession } from '../../lib/session.ts'
import { useSessionLoaded } from '../../lib/use-session-loaded.ts'

export const meta = () => [{ title: 'Sign up · Raahi' }]

export default function SignupPage() {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = params.get('next')

  if (!loaded) return null
  if (user) return <Navigate to={findReturnPath(next, user, window.location.origin)} replace />
  return (
    <AuthCard
      wide
      title="Create your account"
      text="Opening an agent account is free. You pay only for the leads you choose."
      footer={
        <>
          Already have an account? <Link to={addReturnPath('/auth/login', next)}>Login</Link>
        </>
      }
    >
      <SignupForm
        onDone={(email) =>
          navigate(addReturnPath('/auth/login', next), { state: { email, signedUp: true } })
        }
      />
    </AuthCard>
  )
}
