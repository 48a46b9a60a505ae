import { PasswordField } from '../auth/password-field.tsx'
import { SecondFactorField } from './second-factor-field.tsx'
import type { useProof } from './use-proof.ts'

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>
  needsCode: boolean
  /** For the password manager. */
  email: string
}

/** Asks for password and code before a login setting changes. */
export function ProofFields({ proof, needsCode, email }: ProofFieldsProps) {
  const { onChange, ...password } = proof.field('currentPassword')
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
      {needsCode && <SecondFactorField {...proof.field('code')} kind="either" />}
    </>
  )
}
