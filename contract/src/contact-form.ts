import { emailError } from './emails.ts'
import { linesError, maxLengths, requiredTexts } from './field-checks.ts'
import type { FormField } from './form-field.ts'
import { nameError } from './names.ts'

/** The fields of the contact form, for its page with and without JavaScript. Without zod. */
export const contactFields = {
  name: {
    label: 'Full name',
    kind: 'text',
    required: requiredTexts.name,
    autoComplete: 'name',
    check: nameError,
  },
  email: {
    label: 'Email',
    kind: 'email',
    required: requiredTexts.email,
    autoComplete: 'email',
    check: emailError,
  },
  message: {
    label: 'Message',
    kind: 'lines',
    required: requiredTexts.message,
    check: (text: string) => linesError(text, maxLengths.message),
  },
} as const satisfies Record<string, FormField>
export type ContactField = keyof typeof contactFields
