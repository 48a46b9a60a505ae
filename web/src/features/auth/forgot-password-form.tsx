import { Alert, Stack, TextInput } from '@mantine/core'
import { forgotPassword } from '@raahi/contract/password-reset'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
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
  const [email, setEmail] = useState(typed)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  const input = useRef<HTMLInputElement>(null)

  const send = async () => {
    const body = { email: email.trim() }
    const invalidFields = fieldErrorsOf(forgotPassword.body, body)
    setError(invalidFields.email)
    setFailure(null)
    if (invalidFields.email) {
      input.current?.focus()
      return
    }
    try {
      await call(forgotPassword, { body })
      saveResetRequest(body.email)
      onDone()
    } catch (reason) {
      const text = 'Something went wrong. Please try again.'
      setFailure(isRefusal(reason, 'TOO_MANY_REQUESTS') ? errorMessage(reason, text) : text)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(send)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={input}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setError(undefined)
          }}
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
