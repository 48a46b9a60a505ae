import { Alert, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { SendEmailAgain } from './send-email-again.tsx'
import { useAccount } from './use-account.ts'

/** Asks the signed-in user to confirm the email or a new email. Renders nothing if there is nothing to confirm. */
export function ConfirmEmailNotice() {
  const { user } = useAccount()
  if (user.emailConfirmed && !user.pendingEmail) return null
  return (
    <Alert
      color="marigold"
      role="status"
      my="md"
      icon={<IconMail size={20} aria-hidden />}
      title={user.pendingEmail ? 'Confirm your new email' : 'Confirm your email'}
    >
      <Stack gap="sm" align="flex-start">
        <span>
          {user.pendingEmail ? (
            <>
              We have sent a link to <Address>{user.pendingEmail}</Address>. Open it to make the
              change. Until then you log in with <Address>{user.email}</Address>.
            </>
          ) : (
            <>
              We have sent a link to <Address>{user.email}</Address>. Open it and press Confirm. You
              need a confirmed email for alerts, saved searches and free plans.
            </>
          )}
        </span>
        <SendEmailAgain variant="default" size="compact-md" />
      </Stack>
    </Alert>
  )
}

/** An email address. A long one may wrap anywhere, so that it fits on a phone. */
function Address({ children }: { children: string }) {
  return <strong style={{ overflowWrap: 'anywhere' }}>{children}</strong>
}
