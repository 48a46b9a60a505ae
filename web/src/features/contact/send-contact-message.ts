import type { createContactMessage } from '@raahi/contract/contact'
import type { ContactErrors, ContactValues } from './contact-fields.ts'

/** The contract's call without its schemas, which would bring zod along; a test holds it to the contract. */
export const contactCall = {
  name: 'createContactMessage',
  method: 'POST',
  path: '/api/contact',
  access: 'public',
} as unknown as typeof createContactMessage

export type ContactOutcome =
  | { sent: true }
  | { sent: false; problem: string; fieldErrors: ContactErrors }

/**
 * Sends the form. How calls are made is fetched only now: most visitors never write.
 * @returns what the server, or the line to it, has to say; it never throws.
 */
export async function sendContactMessage(
  values: ContactValues & { website: string },
): Promise<ContactOutcome> {
  try {
    const { send } = await import('../../lib/transport.ts')
    await send(contactCall, { body: values })
    return { sent: true }
  } catch (error) {
    const { ApiError, messageOf } = await import('../../lib/api-error.ts').catch(() => ({
      ApiError: null,
      messageOf: () => 'Could not reach Raahi. Please check your connection and try again.',
    }))
    const fieldErrors = ApiError && error instanceof ApiError ? error.fieldErrors : {}
    return { sent: false, problem: messageOf(error), fieldErrors }
  }
}
