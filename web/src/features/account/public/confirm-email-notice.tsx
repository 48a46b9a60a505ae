import { Alert, Stack } from '@mantine/core'
import { resendConfirmation } from '@raahi/contract/email-confirmation'
import { IconMail } from '@tabler/icons-react'
import { call } from '../../../lib/api.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { useAccount } from './use-account.ts'

/** Asks the signed-in user to confirm the email or a new email. Renders nothing if there is nothing to confirm. */
export function ConfirmEmailNotice() {
  const { user } = useAccount()
  const resend = useSingleMutation({
    mutationFn: (_: undefined) => call(resendConfirmation),
  })
  const sendAgain = () =>
    resend.mutate(undefined, {
      onSuccess: ({ email }) => notifySuccess(`We have sent another email to ${email}.`),
      onError: (error) => notifyError(errorMessage(error, 'Failed to send the email.')),
    })
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
              need a confirmed email to take a free plan.
            </>
          )}
        </span>
        <BusyButton variant="default" size="compact-md" busy={resend.isPending} onClick={sendAgain}>
          {resend.isPending ? 'Sending..' : 'Send the email again'}
        </BusyButton>
      </Stack>
    </Alert>
  )
}

/** An email address. A long one may wrap anywhere, so that it fits on a phone. */
function Address({ children }: { children: string }) {
  return <strong style={{ overflowWrap: 'anywhere' }}>{children}</strong>
}
