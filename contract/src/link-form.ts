import { phoneError } from '@raahi/contract/phones'
import { emailError } from './emails.ts'
import { maxLengths } from './field-checks.ts'
import type { FormField } from './form-field.ts'

const invalid = 'Enter the email or the phone number of your enquiry.'

/** The field of the form that asks for the link of an enquiry. Without zod. */
export const linkField = {
  label: 'Email or phone number',
  kind: 'text',
  required: invalid,
  maxLength: maxLengths.email,
  autoComplete: 'email',
  check: (text: string) => emailError(text) && phoneError(text) && invalid,
} as const satisfies FormField
