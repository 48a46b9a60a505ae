import { phoneError } from '@raahi/contract/phones'
import { emailError, maxLengths } from './field-checks.ts'
import type { FormField } from './form-field.ts'

const invalid = 'Enter the email or the phone number of your enquiry.'

/** The field of the form that asks for the link of an enquiry. A text with an @ is an email. Without zod. */
export const linkField = {
  label: 'Email or phone number',
  kind: 'text',
  required: invalid,
  maxLength: maxLengths.email,
  autoComplete: 'email',
  check: (text: string) => (text.includes('@') ? emailError(text) : phoneError(text)) && invalid,
} as const satisfies FormField
