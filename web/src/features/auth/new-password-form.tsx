import { Alert, Anchor, Stack } from '@mantine/core'
import { changePassword } from '@raahi/contract/password-reset'
import { newPasswordHint } from '@raahi/contract/passwords'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifySuccess } from '../../ui/toast.ts'

interface NewPasswordFormProps {
  email: string
  onDone: () => void
}

/** The last step of a password reset: the new password, typed twice. */
export function NewPasswordForm({ email, onDone }: NewPasswordFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const { busy, run } = useSingleRun()
  const form = useCheckedForm({
    initialValues: { newPassword: '', confirmNewPassword: '' },
    validate: (values) => fieldErrorsOf(changePassword.body, { email, ...values }),
  })
  const send = async (values: typeof form.values) => {
    setFailure(null)
    try {
      await call(changePassword, { body: { email, ...values } })
      notifySuccess(changePassword.message)
      onDone()
    } catch (reason) {
      form.showRefusal(reason)
      const belongsToField =
        reason instanceof ApiError && Object.keys(reason.fieldErrors).length > 0
      if (!belongsToField) setFailure(describeFailure(reason))
    }
  }
  const submit = form.onSubmit((values) => void run(() => send(values)))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {/* The password manager stores the new password under this name. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
        <PasswordField
          name="newPassword"
          label="New password"
          description={newPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          name="confirmNewPassword"
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmNewPassword')}
        />
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
