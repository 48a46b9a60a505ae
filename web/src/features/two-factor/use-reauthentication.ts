import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { validateCode } from './public/validate-code.ts'
import type { Credentials } from './two-factor.api.ts'

type Field = keyof Credentials

const blank: Required<Credentials> = { currentPassword: '', code: '' }

/**
 * State and validation of the fields that prove a user's identity: password, and a code if required.
 * @param needsCode false if the password is sufficient
 */
export function useReauthentication(needsCode: boolean) {
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const { currentPassword, code } = values
  return {
    /** The values for the request. */
    credentials: needsCode ? values : { currentPassword },
    field: (name: Field) => ({
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (value: string) => {
        setValues((previous) => ({ ...previous, [name]: value }))
        setErrors((previous) => ({ ...previous, [name]: undefined }))
      },
    }),
    hasErrors: Object.values(errors).some(Boolean),
    /** Shows the missing fields. @returns true if none is missing */
    validate(): boolean {
      const found = {
        ...(!currentPassword && { currentPassword: 'Enter your current password.' }),
        ...(needsCode &&
          validateCode('either', code) && { code: validateCode('either', code) ?? '' }),
      }
      setErrors(found)
      return Object.keys(found).length === 0
    },
    /** Shows the fields that the server rejected. @returns true if there is one */
    showServerErrors(error: unknown): boolean {
      const found = error instanceof ApiError ? error.fieldErrors : {}
      setErrors(found)
      return Object.keys(blank).some((field) => field in found)
    },
    reset() {
      setValues(blank)
      setErrors({})
    },
  }
}
