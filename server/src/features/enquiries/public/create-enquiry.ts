import { type EnquiryFields, enquiryConsent } from '@raahi/contract/enquiries'
import { quoteFormSourceId } from '@raahi/contract/source-labels'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { enquiryCount } from '../enquiry-metrics.ts'
import { storeEnquiry } from './store-enquiry.ts'

/** Stores an enquiry of an embedded form. `sources` fills this hook. */
export type CreateEmbedded = (
  sourceId: string,
  fields: EnquiryFields,
) => Promise<{ reference: string; token: string }>

/** Stores an enquiry of the quote form. Every enquiry gets the same response. */
export async function createEnquiry(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  { source, website, ...fields }: EnquiryFields,
): Promise<{ reference: string; token: string }> {
  const { reference, token } = await withTransaction(deps.database, (tx) =>
    storeEnquiry(tx, deps, {
      fields,
      sourceId: quoteFormSourceId,
      foundBy: source,
      consent: enquiryConsent,
      isTrapped: Boolean(website),
    }),
  )
  enquiryCount.inc({ event: 'received' })
  return { reference, token }
}
