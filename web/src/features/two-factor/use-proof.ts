import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { codeFault } from './code-fault.ts'
import type { Proof } from './two-factor.api.ts'

type Field = keyof Proof

const blank: Required<Proof> = { currentPassword: '', code: '' }

/**
 * The fields with which somebody shows who they are: password, and code where one is asked for.
 * @param needsCode false: the password alone
 */
export function useProof(needsCode: boolean) {
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const { currentPassword, code } = values
  return {
    /** As it is sent. */
    proof: needsCode ? values : { currentPassword },
    field: (name: Field) => ({
      name,
      value: values[name],
      error: errors[name] ?? null,
      onChange: (value: string) => {
        setValues((known) => ({ ...known, [name]: value }))
        setErrors((known) => ({ ...known, [name]: undefined }))
      },
    }),
    hasErrors: Object.values(errors).some(Boolean),
    /** Says under the fields what is missing. @returns whether nothing is */
    check(): boolean {
      const wrong = {
        ...(!currentPassword && { currentPassword: 'Enter your current password.' }),
        ...(needsCode && codeFault('either', code) && { code: codeFault('either', code) ?? '' }),
      }
      setErrors(wrong)
      return Object.keys(wrong).length === 0
    },
    /** Says under the fields what the server refused. @returns whether it was one of them */
    refuse(error: unknown): boolean {
      const wrong = error instanceof ApiError ? error.fieldErrors : {}
      setErrors(wrong)
      return Object.keys(blank).some((field) => field in wrong)
    },
    reset() {
      setValues(blank)
      setErrors({})
    },
  }
}
