import { Alert, Stack, TextInput } from '@mantine/core'
import { forgotPassword } from '@raahi/contract/password-reset'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { saveResetRequest } from './reset-request.ts'

interface ForgotPasswordFormProps {
  /** The email typed before. */
  email: string
  onDone: () => void
}

/** Requests a code by mail. The response is the same for every address, so that it does not reveal accounts. */
export function ForgotPasswordForm({ email: typed, onDone }: ForgotPasswordFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  const form = useCheckedForm({
    initialValues: { email: typed },
    validate: (values) => fieldErrorsOf(forgotPassword.body, { email: values.email.trim() }),
  })
  const send = async (email: string) => {
    setFailure(null)
    try {
      await call(forgotPassword, { body: { email } })
      saveResetRequest(email)
      onDone()
    } catch (reason) {
      const text = 'Something went wrong. Please try again.'
      setFailure(isRefusal(reason, 'TOO_MANY_REQUESTS') ? errorMessage(reason, text) : text)
    }
  }
  const submit = form.onSubmit(({ email }) => void run(() => send(email.trim())))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        {failure && (
          <Alert color="brick" role="alert">
            {failure}
          </Alert>
        )}
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Sending..' : 'Send code'}
        </BusyButton>
      </Stack>
    </form>
  )
}
