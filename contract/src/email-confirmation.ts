import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The page that the link in a mail opens. Browsers do not send the part after `#` to a server. */
export function confirmEmailPath(token: string): string {
  return `/confirm-email#${token}`
}

/** Hours for which a link works. */
export const confirmationHours = 72

const linkText = 'This link is incomplete. Please copy the whole link from the email.'

export const confirmEmail = endpoint('POST', '/api/auth/confirmEmail', {
  name: 'confirmEmail',
  summary: 'Confirm an email with the token of its link. A pending change of email takes effect',
  access: 'public',
  body: z.strictObject({
    token: z.string({ error: linkText }).regex(/^[\w-]{43}$/, { error: linkText }),
  }),
  answer: z.object({ email: z.string() }),
  message: 'Your email is confirmed.',
  errors: ['CONFIRMATION_ENDED', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const resendConfirmation = endpoint('POST', '/api/auth/resendConfirmation', {
  name: 'resendConfirmation',
  summary: 'Send a new confirmation link to the pending or unconfirmed email',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  answer: z.object({ email: z.string() }),
  message: 'We have sent you another email.',
  errors: ['EMAIL_ALREADY_CONFIRMED', 'TOO_MANY_REQUESTS'],
})
