import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { register, registerBody } from '@raahi/contract/auth'
import { call } from '../../lib/api.ts'
import { ApiError, type ApiErrorCode } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { KycPicker } from './kyc-picker.tsx'
import { PasswordField } from './password-field.tsx'

/** Refusals that belong to one field. */
const fieldOfCode: Partial<Record<ApiErrorCode, string>> = {
  EMAIL_TAKEN: 'email',
  PHONE_TAKEN: 'phone',
  FILE_TOO_LARGE: 'kyc',
  UNSUPPORTED_FILE_TYPE: 'kyc',
}

/** The fields in the order in which they stand on the screen. */
const blank = {
  name: '',
  companyName: '',
  email: '',
  phone: '',
  city: '',
  password: '',
  kyc: null as File | null,
}

/** Opens an agent account. `onDone` gets the email, for the login that follows. */
export function SignupForm({ onDone }: { onDone: (email: string) => void }) {
  const { busy, run } = useSingleRun()
  const form = useForm({
    initialValues: blank,
    validate: ({ kyc: _, ...fields }) => fieldErrorsOf(registerBody, fields),
  })

  const focusFirst = (wrong: Record<string, unknown>) => {
    const first = Object.keys(blank).find((field) => field in wrong)
    if (first) form.getInputNode(first)?.focus()
  }

  const send = async (values: typeof blank) => {
    try {
      await call(register, { body: formDataOf(values) })
      notifySuccess(register.message)
      onDone(values.email.trim())
    } catch (error) {
      notifyError(reasonOf(error))
      const wrong = fieldErrorsIn(error)
      form.setErrors(wrong)
      focusFirst(wrong)
    }
  }
  const submit = form.onSubmit((values) => void run(() => send(values)), focusFirst)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormSection>
          <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label="Company"
            autoComplete="organization"
            {...form.getInputProps('companyName')}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone number"
            type="tel"
            autoComplete="tel"
            {...form.getInputProps('phone')}
          />
          <TextInput
            label="City (optional)"
            autoComplete="address-level2"
            {...form.getInputProps('city')}
          />
          <PasswordField
            label="Password"
            description="8 characters or more"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </FormSection>
        <KycPicker
          file={form.values.kyc}
          error={typeof form.errors.kyc === 'string' ? form.errors.kyc : undefined}
          onPick={(file, error) => {
            form.setFieldValue('kyc', file)
            if (error) form.setFieldError('kyc', error)
            else form.clearFieldError('kyc')
          }}
        />
        <BusyButton type="submit" fullWidth size="md" busy={busy}>
          {busy ? 'Creating your account..' : 'Sign up'}
        </BusyButton>
      </Stack>
    </form>
  )
}

/** The server's own word where it gave one. */
function reasonOf(error: unknown): string {
  const answered = error instanceof ApiError && error.status > 0 && error.code !== 'BAD_ANSWER'
  return answered ? error.message : 'Failed to create an account'
}

function formDataOf({ kyc, ...fields }: typeof blank): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (kyc) data.set('kyc', kyc)
  return data
}

function fieldErrorsIn(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const field = fieldOfCode[error.code]
  return field ? { [field]: error.message, ...error.fieldErrors } : error.fieldErrors
}
