import { Alert, Anchor, Stack } from '@mantine/core'
import { changePassword } from '@raahi/contract/password-reset'
import { newPasswordHint } from '@raahi/contract/passwords'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifySuccess } from '../../ui/toast.ts'

type Field = 'newPassword' | 'confirmNewPassword'
type Errors = Partial<Record<Field, string>>

interface NewPasswordFormProps {
  email: string
  onDone: () => void
}

/** The last step of a password reset: the new password, typed twice. */
export function NewPasswordForm({ email, onDone }: NewPasswordFormProps) {
  const [values, setValues] = useState({ newPassword: '', confirmNewPassword: '' })
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const { busy, run } = useSingleRun()

  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    autoComplete: 'new-password',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((previous) => ({ ...previous, [name]: value }))
      setErrors((previous) => ({ ...previous, [name]: undefined }))
    },
  })
  const show = (form: HTMLFormElement, invalidFields: Errors) => {
    setErrors(invalidFields)
    const [first] = Object.keys(invalidFields)
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }
  const send = async (form: HTMLFormElement) => {
    const body = { email, ...values }
    setFailure(null)
    if (show(form, fieldErrorsOf(changePassword.body, body))) return
    try {
      await call(changePassword, { body })
      notifySuccess(changePassword.message)
      onDone()
    } catch (reason) {
      if (!show(form, reason instanceof ApiError ? reason.fieldErrors : {})) {
        setFailure(describeFailure(reason))
      }
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void run(() => send(form))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {/* The password manager stores the new password under this name. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
        <PasswordField
          {...field('newPassword')}
          label="New password"
          description={newPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <PasswordField {...field('confirmNewPassword')} label="Confirm new password" />
        {failure && (
          <Alert color="brick" role="alert">
            {failure.text}
            {failure.needsCode && (
              <>
                {' '}
                <Anchor component={Link} to="/forgot-password" inherit c="inherit">
                  Request a new code
                </Anchor>
              </>
            )}
          </Alert>
        )}
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Changing..' : 'Change password'}
        </BusyButton>
      </Stack>
    </form>
  )
}

interface Failure {
  text: string
  /** The ten minutes after the code are over, so a new code is required. */
  needsCode: boolean
}

function describeFailure(reason: unknown): Failure {
  return {
    text: errorMessage(reason, 'Failed to change password. Please try again.'),
    needsCode: isRefusal(reason, 'RESET_NOT_ALLOWED'),
  }
}
