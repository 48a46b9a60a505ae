import { type QuoteContent, quoteContent } from '@raahi/contract/quotes'
import { sql } from 'kysely'
import { openQuoteDraft } from '../features/quotes/open-draft.ts'
import { saveQuoteDraft } from '../features/quotes/save-draft.ts'
import { sendQuote } from '../features/quotes/send-quote.ts'
import { answerSharedQuote, readSharedQuote } from '../features/quotes/shared-quote.ts'
import { createQuoteTemplate } from '../features/quotes/templates.ts'
import type { Database } from '../platform/database/connect.ts'
import { demoAgentLogin } from './demo-logins.ts'

const texts = {
  days: [
    { title: 'Arrival', text: 'Airport pick-up, check-in, and an evening walk in the old town.' },
    {
      title: 'Sightseeing',
      text: 'The fort in the morning, lunch with a view, a market tour at four.',
    },
    {
      title: 'A day of rest',
      text: 'Breakfast at leisure. Optional: a cooking class (₹1,500 per person).',
    },
    { title: 'Departure', text: 'Check-out at eleven and a drop at the airport.' },
  ],
  inclusions: 'Three nights with breakfast\nAll transfers in a private car\nGuide on day 2',
  exclusions: 'Flights\nLunch and dinner\nEntry fees',
  terms:
    '50 % in advance, the rest a week before the trip. Free cancellation up to 15 days before.',
}

/** Indexes of purchases, counted from the newest. The sent one is in Quoted in the demo's pipeline. */
const purchases = { draft: 3, sent: 6 }

/** The agent whose login is printed has a draft, a sent quote that its traveller has read and answered, and a template. */
export async function makeDemoQuotes(database: Database): Promise<void> {
  const { id: userId } = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoAgentLogin.email)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string }>`
    select id from purchases where user_id = ${userId} order by created_at desc, id desc
    limit ${purchases.sent + 1}`.execute(database.kysely)
  const [draft, sent] = [rows[purchases.draft], rows[purchases.sent]]
  if (!draft || !sent) return
  await makeDraft(database, { userId, purchaseId: draft.id }, 18_500_00)
  const { quoteId, revision } = await makeDraft(
    database,
    { userId, purchaseId: sent.id },
    32_000_00,
  )
  const name = 'City break, 4 days'
  await createQuoteTemplate(database, { userId, quoteId, name, destination: '' })
  const { link } = await sendQuote({ database, publicUrl: '' }, { userId, quoteId, revision })
  const secret = link.url.split('#')[1] ?? ''
  await readSharedQuote(database, secret)
  // The demo sends no mail about it.
  const deps = { database, queueMail: async () => {}, publicUrl: '' }
  const text = 'Can we stay one night more, and what would it cost?'
  await answerSharedQuote(deps, secret, { version: 1, kind: 'question', text })
}

async function makeDraft(
  database: Database,
  by: { userId: string; purchaseId: string },
  pricePerPersonPaise: number,
): Promise<{ quoteId: string; revision: number }> {
  const { _id: quoteId, draft } = await openQuoteDraft(database, by)
  if (!draft) throw new Error('an opened quote has a draft')
  const content: QuoteContent = quoteContent.parse({ ...draft, ...texts, pricePerPersonPaise })
  const form = { ...content, revision: draft.revision }
  const saved = await saveQuoteDraft(database, { userId: by.userId, quoteId }, form)
  return { quoteId, revision: saved.revision }
}
