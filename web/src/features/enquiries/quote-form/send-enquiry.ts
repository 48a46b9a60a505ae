import { enquiryCalls } from '../enquiry-calls.ts'
import { callForTraveller, type Outcome } from '../traveller-call.ts'
import { type QuoteField, quoteBody, type Texts } from './quote-fields.ts'

/** What a traveller is thanked with. */
export interface SentEnquiry {
  reference: string
  token: string
  phone: string
  /** '' where none was given. */
  email: string
}

/** Sends the quote form. Most visitors never do, so how calls are made is fetched only now. */
export async function sendEnquiry(
  texts: Texts<QuoteField>,
  unseen: { website: string; consentVersion: string },
): Promise<Outcome<SentEnquiry>> {
  // The texts have been checked; what they are not, the server says.
  const body = { ...quoteBody(texts), ...unseen } as never
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
