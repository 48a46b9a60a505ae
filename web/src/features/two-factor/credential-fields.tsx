import type { CheckedForm } from '../../lib/use-checked-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { SecondFactorField } from './public/second-factor-field.tsx'
import type { Credentials } from './two-factor.api.ts'

interface CredentialFieldsProps {
  form: CheckedForm<Required<Credentials>>
  needsCode: boolean
  /** For the password manager. */
  email: string
}

/** Asks for password and code before a login setting changes. */
export function CredentialFields({ form, needsCode, email }: CredentialFieldsProps) {
  return (
    <>
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      {/* After the password, because a dialog focuses its first field. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      {needsCode && <SecondFactorField kind="either" {...form.getInputProps('code')} />}
    </>
  )
}
