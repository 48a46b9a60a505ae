import type { ButtonProps } from '@mantine/core'
import { resendConfirmation } from '@raahi/contract/email-confirmation'
import { call } from '../../../lib/api.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'

/** Sends the link that confirms the signed-in user's email, or the new email, again. */
export function SendEmailAgain(props: ButtonProps) {
  const resend = useSingleMutation({
    mutationFn: (_: undefined) => call(resendConfirmation),
  })
  const sendAgain = () =>
    resend.mutate(undefined, {
      onSuccess: ({ email }) => notifySuccess(`We have sent another email to ${email}.`),
      onError: (error) => notifyError(errorMessage(error, 'Failed to send the email.')),
    })
  return (
    <BusyButton {...props} busy={resend.isPending} onClick={sendAgain}>
      {resend.isPending ? 'Sending..' : 'Send the email again'}
    </BusyButton>
  )
}
