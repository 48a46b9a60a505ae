import { errorWithReason, isRefusal } from '../../../lib/api-error.ts'
import { SendEmailAgain } from './send-email-again.tsx'

interface FailureReasonProps {
  error: unknown
  failedAction: string
}

/** Why an action failed. If it needs a confirmed email, with the button that sends the link again. */
export function FailureReason({ error, failedAction }: FailureReasonProps) {
  return (
    <>
      {errorWithReason(error, failedAction)}
      {isRefusal(error, 'EMAIL_NOT_CONFIRMED') && (
        <SendEmailAgain variant="default" size="compact-md" display="block" mt="xs" />
      )}
    </>
  )
}
