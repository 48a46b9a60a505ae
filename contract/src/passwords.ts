import { z } from 'zod'

const minLength = 8
const maxLength = 128
/** Longest password that is compared with the stored one. */
const maxGivenLength = 1024

const lengthError = (max: number) => `At most ${max} characters.`

/** Shown below a field for a new password. */
export const newPasswordHint = `${minLength} characters or more`

/** 8 to 128 characters, taken exactly as typed. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .min(minLength, { error: `Use at least ${minLength} characters.` })
  .max(maxLength, { error: lengthError(maxLength) })

/** A password to be compared with the stored one. It may be empty. */
export const givenPassword = z.string().max(maxGivenLength, { error: lengthError(maxGivenLength) })

/** A password to be compared with the stored one. */
export function requiredPassword(message: string) {
  return z
    .string({ error: message })
    .min(1, { error: message })
    .max(maxGivenLength, { error: lengthError(maxGivenLength) })
}

/** The password of the logged-in user. */
export const currentPassword = requiredPassword('Enter your current password.')

const bothTexts = 'Please fill in both password fields.'

/** A new password, typed twice. */
export const newPasswordFields = {
  newPassword: z.string({ error: bothTexts }).min(1, { error: bothTexts }).pipe(newPassword),
  confirmNewPassword: requiredPassword(bothTexts),
}

/** Rejects two passwords that differ. The error belongs to the second field. */
export function samePasswords<
  S extends z.ZodType<{ newPassword: string; confirmNewPassword: string }>,
>(body: S): S {
  return body.refine(({ newPassword, confirmNewPassword }) => newPassword === confirmNewPassword, {
    error: 'Passwords do not match.',
    path: ['confirmNewPassword'],
  })
}
