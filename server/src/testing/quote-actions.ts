import {
  openQuoteDraft,
  type QuoteContent,
  readSharedQuote,
  saveQuoteDraft,
  sendQuote,
} from '@raahi/contract/quotes'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { buyEnquiryLead, type MadeUser, makeEnquiryLead } from './factories.ts'
import type { Marketplace } from './marketplace.ts'
import { uniqueText } from './test-app.ts'

/** A complete quote. */
export const sampleQuote = {
  title: 'Six days in Goa',
  days: [
    { title: 'Arrival', text: 'Airport pick-up, beach walk' },
    { title: 'Old Goa', text: 'Churches and a river cruise' },
  ],
  inclusions: 'Hotel, breakfast',
  exclusions: 'Flights',
  terms: 'Half in advance',
  pricePerPersonPaise: 24_999_99,
  persons: 3,
  gst: 'none',
  validUntil: '2099-12-31',
} satisfies QuoteContent

/** Reads the secret of a link. */
export const secretOf = (link: { url: string }) => link.url.split('#')[1] ?? ''

/**
 * Actions of the agent of a marketplace and of the traveller on quotes.
 * @param market returns the marketplace of the test file, which is created before its first test
 */
export function quoteActions(market: () => Marketplace) {
  const app = () => market().app
  const agent = () => market().agent
  /** A purchase by the agent of a lead whose traveller has a link. */
  async function makeBought(by?: MadeUser) {
    const mark = uniqueText()
    const phone = `+9197${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
    const email = `asha-${mark}@example.org`
    const { leadId, token } = await makeEnquiryLead(app().db, market().admin.id, { phone, email })
    await sql`update leads set phone = ${phone}, email = ${email} where id = ${leadId}`.execute(
      app().db,
    )
    const purchaseId = await buyEnquiryLead(app().database, (by ?? agent()).id, leadId, {
      hoursAgo: 1,
    })
    return { mark, phone, email, token, leadId, purchaseId }
  }

  const open = (purchaseId: string, by?: MadeUser) =>
    app()
      .as(by ?? agent())
      .call(openQuoteDraft, { params: { id: purchaseId } })
  const save = (id: string, revision: number, fields: Partial<QuoteContent> = {}) =>
    app()
      .as(agent())
      .call(saveQuoteDraft, { params: { id }, body: { ...sampleQuote, ...fields, revision } })
  const send = (id: string, revision: number) =>
    app().as(agent()).call(sendQuote, { params: { id }, body: { revision } })
  const read = (secret: string) => app().call(readSharedQuote, { body: { secret } })

  /** A purchase with a sent quote. */
  async function makeSent(fields: Partial<QuoteContent> = {}) {
    const bought = await makeBought()
    const { _id: id, draft } = (await open(bought.purchaseId)).data
    const saved = (await save(id, draft?.revision ?? 0, fields)).data
    const sent = await send(id, saved.revision)
    expect(sent.status, sent.text).toBe(200)
    return { ...bought, id, secret: secretOf(sent.data.link) }
  }

  async function reviseAndSend(purchaseId: string, fields: Partial<QuoteContent>) {
    const { _id: id, draft } = (await open(purchaseId)).data
    const saved = (await save(id, draft?.revision ?? 0, fields)).data
    return send(id, saved.revision)
  }
  return { makeBought, open, save, send, read, makeSent, reviseAndSend }
}
