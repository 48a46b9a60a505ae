import { Stack, TextInput } from '@mantine/core'
import { acceptBody, acceptInvitation } from '@raahi/contract/members'
import { call } from '../../lib/api.ts'
import { errorMessage, isRefusal } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { notifyError } from '../../ui/toast.ts'
import { signIn } from './sign-in.ts'

interface JoinFormProps {
  token: string
  email: string
  /** Called if the invitation has ended meanwhile. */
  onEnded: (text: string) => void
}

/** Name, phone and password of an invited person. Starts the session afterwards; the page decides where to go. */
export function JoinForm({ token, email, onEnded }: JoinFormProps) {
  const { busy, run } = useSingleRun()
  const form = useCheckedForm({
    initialValues: { name: '', phone: '', password: '' },
    validate: (values) => fieldErrorsOf(acceptBody, { token, ...values }),
  })
  const send = async (values: typeof form.values) => {
    try {
      await call(acceptInvitation, { body: { token, ...values } })
      await signIn({ emailOrPhone: email, password: values.password })
    } catch (error) {
      const text = errorMessage(error, 'You could not join.')
      if (isRefusal(error, 'INVITATION_ENDED')) return onEnded(text)
      form.showRefusal(error)
      notifyError(text)
    }
  }
  return (
    <form onSubmit={form.onSubmit((values) => void run(() => send(values)))} noValidate>
      <Stack gap="md">
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <PhoneField autoComplete="tel" {...form.getInputProps('phone')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Joining..' : 'Join'}
        </BusyButton>
      </Stack>
    </form>
  )
}
