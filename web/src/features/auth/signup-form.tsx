import { Stack } from '@mantine/core'
import { register } from '@raahi/contract/auth'
import { errorMessage } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { RegistrationFields } from './public/registration-fields.tsx'
import { useRegistration } from './public/use-registration.ts'

/** Creates an agent account. `onDone` receives the email, for the login that follows. */
export function SignupForm({ onDone }: { onDone: (email: string) => void }) {
  const { form, busy, submit } = useRegistration({
    onDone: () => {
      notifySuccess(register.message)
      onDone(form.getValues().email.trim())
    },
    onFailed: (error) => notifyError(errorMessage(error, 'Failed to create an account')),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <RegistrationFields form={form} />
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Creating your account..' : 'Sign up'}
        </BusyButton>
      </Stack>
    </form>
  )
}
