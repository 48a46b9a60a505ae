import { z } from 'zod'
import { maxPasswordInput, minNewPassword, newPassword, requiredPassword } from './auth.ts'

/** Shown below a field for a new password. */
export const newPasswordHint = `${minNewPassword} characters or more`

/** A password to be compared with the stored one. It may be empty. */
export const passwordInput = z
  .string()
  .max(maxPasswordInput, { error: `At most ${maxPasswordInput} characters.` })

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
