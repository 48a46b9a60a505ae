import { Alert, Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthCard } from '../../features/auth/auth-card.tsx'
import { confirmEmailAddress } from '../../features/auth/confirm-email.api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { useSession } from '../../lib/session.ts'
import { useSessionLoaded } from '../../lib/use-session-loaded.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'

export const meta = () => [{ title: 'Confirm your email · Raahi' }]

/**
 * The page that the link in a confirmation mail opens. The token follows `#`, so browsers never send it to a server.
 * Only the button confirms, because mail scanners open links but do not click.
 */
export default function ConfirmEmailPage() {
  const loaded = useSessionLoaded()
  const user = useSession((state) => state.user)
  const { hash } = useLocation()
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [ended, setEnded] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  const token = hash.slice(1)
  // Another link opened in the same tab resets the page.
  useEffect(() => {
    setConfirmed(null)
    setFailure(null)
    setEnded(null)
  }, [hash])

  if (!loaded) return null
  if (confirmed !== null) {
    return (
      <AuthCard
        title="Your email is confirmed"
        text={`Thank you. We will send your emails to ${confirmed}.`}
        footer={null}
      >
        <NextButton signedIn={user !== null} email={confirmed} />
      </AuthCard>
    )
  }
  // The link has ended, so trying again cannot help.
  if (ended !== null) {
    return (
      <AuthCard title="This link no longer works" text={ended} footer={null}>
        <NextButton signedIn={user !== null} />
      </AuthCard>
    )
  }
  const send = async () => {
    setFailure(null)
    try {
      setConfirmed(await confirmEmailAddress(token, user !== null))
    } catch (error) {
      const text = errorMessage(error, 'Failed to confirm your email.')
      if (isRefusal(error, 'CONFIRMATION_ENDED')) setEnded(text)
      else setFailure(text)
    }
  }
  return (
    <AuthCard
      title="Confirm your email"
      text={
        token
          ? 'Press Confirm if you created this account or asked us to use this email. If not, please close this page.'
          : 'This link is incomplete. Please open it from the email again, or copy the whole link.'
      }
      footer={
        user ? (
          <Link to="/dashboard">Back to your dashboard</Link>
        ) : (
          <Link to="/auth/login">Back to login</Link>
        )
      }
    >
      {token && (
        <Stack gap="md">
          {failure && (
            <Alert color="brick" role="alert">
              {failure}
            </Alert>
          )}
          <BusyButton fullWidth size="md" busy={busy} onClick={() => void run(send)}>
            {busy ? 'Confirming..' : 'Confirm'}
          </BusyButton>
        </Stack>
      )}
    </AuthCard>
  )
}

/** Opens the dashboard, or the login with this email filled in. */
function NextButton({ signedIn, email }: { signedIn: boolean; email?: string }) {
  return signedIn ? (
    <Button component={Link} to="/dashboard" fullWidth size="md">
      Open your dashboard
    </Button>
  ) : (
    <Button component={Link} to="/auth/login" state={email ? { email } : null} fullWidth size="md">
      Log in
    </Button>
  )
}
