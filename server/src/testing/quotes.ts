import { quoteContent } from '@raahi/contract/quotes'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config/index.ts'
import { removeAgencyLogo } from '../features/quotes/agency-logo.ts'
import { openQuoteDraft } from '../features/quotes/open-draft.ts'
import { saveQuoteDraft } from '../features/quotes/save-draft.ts'
import { sendQuote } from '../features/quotes/send-quote.ts'
import { createQuoteTemplate } from '../features/quotes/templates.ts'
import type { Database } from '../platform/database/connect.ts'
import { createFileStore } from '../platform/files/create-file-store.ts'
import { buyEnquiryLead, makeEnquiryLead } from './factories.ts'

interface MadeQuote {
  id: string
  purchaseId: string
  /** The revision of the draft. */
  revision: number
}

const content = quoteContent.parse({
  title: 'Four days in Goa',
  days: [{ title: 'Arrival', text: 'Beach walk' }],
  inclusions: 'Hotel',
  exclusions: 'Flights',
  terms: 'Half in advance',
  pricePerPersonPaise: 15_000_00,
  persons: 2,
  gst: 'none',
  validUntil: '2099-12-31',
})

/** A bought lead with a complete draft of a quote. */
export async function makeQuoteDraft(database: Database, buyerId: string): Promise<MadeQuote> {
  const { leadId } = await makeEnquiryLead(database.kysely, buyerId)
  const email = 'asha@example.com'
  await database.kysely.updateTable('leads').set({ email }).where('id', '=', leadId).execute()
  const purchaseId = await buyEnquiryLead(database, buyerId, leadId, { hoursAgo: 1 })
  const by = { userId: buyerId, purchaseId }
  const { _id: id } = await openQuoteDraft(database, by)
  const { revision } = await saveQuoteDraft(
    database,
    { userId: buyerId, quoteId: id },
    { ...content, revision: 1 },
  )
  return { id, purchaseId, revision }
}

/** A bought lead with a sent quote, and the secret of its link. */
export async function makeSentQuote(
  database: Database,
  buyerId: string,
): Promise<MadeQuote & { secret: string }> {
  const made = await makeQuoteDraft(database, buyerId)
  const { link } = await sendQuote(
    { database, publicUrl: '' },
    { userId: buyerId, quoteId: made.id, revision: made.revision },
  )
  return { ...made, secret: link.url.split('#')[1] ?? '' }
}

/** A template of an agent. @returns its id */
export async function makeQuoteTemplate(database: Database, userId: string): Promise<string> {
  const { id: quoteId } = await makeQuoteDraft(database, userId)
  const name = `Template ${quoteId}`
  const template = { userId, quoteId, name, destination: 'Goa' }
  return (await createQuoteTemplate(database, template))._id
}

/** Stores the logo of an agency without the picture process. */
export async function storeLogo(
  { database, config }: { database: Database; config: Config },
  userId: string,
  bytes: Buffer,
): Promise<void> {
  const logo = { bytes, extension: 'png', type: 'image/png' }
  const file = await createFileStore(config).save('logo', logo)
  await removeAgencyLogo(database, userId)
  await database.kysely
    .insertInto('agency_logos')
    .values({ id: uuidv7(), user_id: userId, file })
    .execute()
}
