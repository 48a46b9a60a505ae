import { type QuoteField, quoteInput } from '@raahi/contract/enquiry-form'
import type { Texts } from '@raahi/contract/form-field'
import { enquiryCalls } from '../enquiry-calls.ts'
import { callForTraveller, type Outcome } from '../traveller-call.ts'

/** The data of the confirmation. */
export interface SentEnquiry {
  reference: string
  token: string
  /** Whether the phone can be verified by a code. */
  canVerifyPhone: boolean
  phone: string
  /** '' if none was given. */
  email: string
}

/** Submits the quote form. Its modules load on demand, because most visitors do not submit it. */
export async function sendEnquiry(
  texts: Texts<QuoteField>,
  hiddenFields: { website: string; consentVersion: string; sourceId?: string },
): Promise<Outcome<SentEnquiry>> {
  // The server reports errors that the checks miss.
  const body = { ...quoteInput(texts), ...hiddenFields } as never
  const outcome = await callForTraveller(
    enquiryCalls.createEnquiry,
    { body },
    'Your request could not be sent.',
  )
  if (!outcome.done) return outcome
  return {
    done: true,
    data: { ...outcome.data, phone: texts.phone.trim(), email: texts.email.trim() },
  }
}
