import { PasswordField } from '../../ui/password-field.tsx'
import { SecondFactorField } from './public/second-factor-field.tsx'
import type { useReauthentication } from './use-reauthentication.ts'

interface CredentialFieldsProps {
  reauthentication: ReturnType<typeof useReauthentication>
  needsCode: boolean
  /** For the password manager. */
  email: string
}

/** Asks for password and code before a login setting changes. */
export function CredentialFields({ reauthentication, needsCode, email }: CredentialFieldsProps) {
  const { onChange, ...password } = reauthentication.field('currentPassword')
  return (
    <>
      <PasswordField
        {...password}
        label="Current password"
        autoComplete="current-password"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {/* After the password, because a dialog focuses its first field. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      {needsCode && <SecondFactorField {...reauthentication.field('code')} kind="either" />}
    </>
  )
}
