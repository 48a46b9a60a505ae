import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { validateCode } from './public/validate-code.ts'
import type { Credentials } from './two-factor.api.ts'

/**
 * The form that proves a user's identity: password, and a code if required.
 * @param needsCode false if the password is sufficient
 */
export function useReauthentication(needsCode: boolean) {
  return useCheckedForm<Required<Credentials>>({
    initialValues: { currentPassword: '', code: '' },
    validate: ({ currentPassword, code }) => ({
      currentPassword: currentPassword ? undefined : 'Enter your current password.',
      code: (needsCode && validateCode('either', code)) || undefined,
    }),
  })
}
