import { Button, Skeleton } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { readInvitation } from '@raahi/contract/members'
import { useCallback, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { JoinForm } from '../../features/auth/join-form.tsx'
import { useLogout } from '../../features/auth/use-logout.ts'
import { call } from '../../lib/api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { useSession } from '../../lib/session.ts'
import { useSessionLoaded } from '../../lib/use-session-loaded.ts'
import { ErrorState } from '../../ui/error-state.tsx'

export const meta = () => [{ title: 'Join an agency · Raahi' }]

type Shown =
  | { kind: 'loading' }
  | { kind: 'failed'; text: string }
  | { kind: 'ended'; text: string }
  | { kind: 'open'; invitation: Awaited<ReturnType<typeof read>> }

const read = (token: string) => call(readInvitation, { body: { token } })

const incompleteText =
  'This link is incomplete. Please open it from the email again, or copy the whole link.'

/** The page that the link of an invitation opens. The token follows `#`, so browsers never send it to a server. */
export default function JoinPage() {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const token = useLocation().hash.slice(1)
  const { shown, load, setShown } = useInvitation(token)
  const [wasSignedIn, setWasSignedIn] = useState<boolean>()
  useEffect(() => {
    if (loaded) setWasSignedIn((before) => before ?? user !== null)
  }, [loaded, user])

  if (!loaded || wasSignedIn === undefined) return null
  // The form has started the session.
  if (user && !wasSignedIn) return <Navigate to="/dashboard" replace />
  if (user) return <SignedIn email={user.email} onLeave={() => setWasSignedIn(false)} />
  if (shown.kind === 'ended')
    return (
      <AuthCard title="This invitation has ended" text={shown.text} footer={<LoginLink />}>
        {null}
      </AuthCard>
    )
  if (shown.kind !== 'open')
    return (
      <AuthCard title="Join your agency" text="We are looking for the invitation." footer={null}>
        {shown.kind === 'failed' ? (
          <ErrorState text={shown.text} onRetry={load} />
        ) : (
          <Skeleton height="16rem" aria-label="Loading the invitation..." />
        )}
      </AuthCard>
    )
  const { companyName, email, role, dailyLimit } = shown.invitation
  const limit = dailyLimit === null ? '' : `, for at most ${formatRupees(dailyLimit)} a day`
  return (
    <AuthCard
      title={`Join ${companyName}`}
      text={
        role === 'buyer'
          ? `You will buy travel leads from the wallet of the agency${limit}, and contact the travellers. You log in with ${email}.`
          : `You will contact the travellers whose leads are assigned to you, and send them quotes. You log in with ${email}.`
      }
      footer={<LoginLink />}
    >
      <JoinForm token={token} email={email} onEnded={(text) => setShown({ kind: 'ended', text })} />
    </AuthCard>
  )
}

function useInvitation(token: string) {
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  const load = useCallback(() => {
    setShown({ kind: 'loading' })
    if (!token) return setShown({ kind: 'ended', text: incompleteText })
    read(token).then(
      (invitation) => setShown({ kind: 'open', invitation }),
      (error: unknown) => {
        const hasEnded =
          isRefusal(error, 'INVITATION_ENDED') || isRefusal(error, 'VALIDATION_FAILED')
        setShown({
          kind: hasEnded ? 'ended' : 'failed',
          text: isRefusal(error, 'VALIDATION_FAILED')
            ? incompleteText
            : errorMessage(error, 'The invitation could not be loaded.'),
        })
      },
    )
  }, [token])
  useEffect(load, [load])
  return { shown, load, setShown }
}

/** An account belongs to one agency, so the invited person needs another one. */
function SignedIn({ email, onLeave }: { email: string; onLeave: () => void }) {
  const { isLoggingOut, logOut } = useLogout()
  return (
    <AuthCard
      title="You are logged in"
      text={`You are logged in as ${email}. Log out to join with the invited email.`}
      footer={<Link to="/dashboard">Back to your dashboard</Link>}
    >
      <Button
        fullWidth
        size="md"
        loading={isLoggingOut}
        onClick={() => void logOut().then(onLeave)}
      >
        Log out
      </Button>
    </AuthCard>
  )
}

function LoginLink() {
  return (
    <>
      Already have an account? <Link to="/auth/login">Login</Link>
    </>
  )
}
