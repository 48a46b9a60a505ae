import { newPasswordHint } from '@raahi/contract/passwords'
import { changeOwnPassword } from '@raahi/contract/profile'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { useChangePassword } from './profile.api.ts'
import classes from './profile.module.css'

const blank = { currentPassword: '', newPassword: '', confirmNewPassword: '' }

/** Changes the user's password, which requires the current one. */
export function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword()
  const form = useCheckedForm({
    initialValues: blank,
    validate: (values) => fieldErrorsOf(changeOwnPassword.body, values),
  })
  const submit = form.onSubmit((values) => {
    change.mutate(values, {
      onSuccess: () => {
        form.reset()
        notifySuccess('Password changed successfully!')
      },
      onError: (error) => {
        const invalidFields = isRefusal(error, 'CURRENT_PASSWORD_WRONG')
          ? { currentPassword: errorMessage(error, 'This is not your current password.') }
          : error instanceof ApiError
            ? error.fieldErrors
            : {}
        form.showErrors(invalidFields)
        if (Object.keys(invalidFields).length === 0) {
          notifyError(errorMessage(error, 'Failed to change password. Please try again.'))
        }
      },
    })
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {/* Identifies the account for the password manager. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <FormSection columns={1}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label="New password"
          description={newPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmNewPassword')}
        />
      </FormSection>
      <BusyButton
        type="submit"
        variant="default"
        busy={change.isPending}
        className={classes.submit}
      >
        {change.isPending ? 'Changing..' : 'Change password'}
      </BusyButton>
    </form>
  )
}
