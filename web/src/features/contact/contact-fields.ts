import { hasWebAddress, isEmail, webAddressError } from '@raahi/contract/text-checks'

/** What a visitor types into the contact form. */
export interface ContactValues {
  name: string
  email: string
  message: string
}

export type ContactErrors = Partial<Record<keyof ContactValues, string>>

/** Longest name and message, in characters, as the contract has them. */
export const NAME_LENGTH = 120
export const MESSAGE_LENGTH = 4000

/**
 * The contract's own checks in a few lines: its schema would bring zod to a public page. A test holds both to the same
 * answers; the server decides in any case.
 * @returns one text per wrong field; empty where all is well.
 */
export function contactErrors({ name, email, message }: ContactValues): ContactErrors {
  return {
    ...nameError(name.trim()),
    ...emailError(email.trim()),
    ...messageError(message.trim()),
  }
}

function nameError(name: string): ContactErrors {
  if (name === '') return { name: 'Name is required' }
  if (name.length > NAME_LENGTH) return { name: `At most ${NAME_LENGTH} characters.` }
  return hasWebAddress(name) ? { name: webAddressError } : {}
}

function emailError(email: string): ContactErrors {
  if (email === '') return { email: 'Email is required' }
  return isEmail(email) && email.length <= 254 ? {} : { email: 'Invalid email format' }
}

function messageError(message: string): ContactErrors {
  if (message === '') return { message: 'Message is required' }
  if (message.length > MESSAGE_LENGTH) return { message: `At most ${MESSAGE_LENGTH} characters.` }
  return {}
}
