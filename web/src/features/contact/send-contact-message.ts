import type { createContactMessage } from '@raahi/contract/contact'
import type { ContactField } from '@raahi/contract/contact-form'
import type { Errors, Texts } from '@raahi/contract/form-field'
import { publicCall } from '../../lib/public-call.ts'

export const contactCall = publicCall<typeof createContactMessage>(
  'createContactMessage',
  'POST',
  '/api/contact',
  'nothing',
)

/** Shown if the server gives no reason. */
export const contactFailed = 'Your message could not be sent. Please try again.'

export type ContactOutcome =
  | { sent: true }
  | { sent: false; problem: string; fieldErrors: Errors<ContactField> }

/**
 * Sends the form. The modules for API calls load on demand, because most visitors never send a message.
 * @returns the outcome, with the errors of a failure; never throws
 */
export async function sendContactMessage(
  values: Texts<ContactField> & { website: string },
): Promise<ContactOutcome> {
  try {
    const { send } = await import('../../lib/transport.ts')
    await send(contactCall, { body: values })
    return { sent: true }
  } catch (error) {
    const { ApiError, errorMessage } = await import('../../lib/api-error.ts').catch(() => ({
      ApiError: null,
      errorMessage: (_error: unknown, fallback: string) => fallback,
    }))
    const fieldErrors = ApiError && error instanceof ApiError ? error.fieldErrors : {}
    return { sent: false, problem: errorMessage(error, contactFailed), fieldErrors }
  }
}
