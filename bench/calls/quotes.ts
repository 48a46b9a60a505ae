import * as agencyLogo from '../../contract/src/agency-logo.ts'
import * as templates from '../../contract/src/quote-templates.ts'
import * as quotes from '../../contract/src/quotes.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import {
  makeQuoteDraft,
  makeQuoteTemplate,
  makeSentQuote,
  storeLogo,
} from '../../server/src/testing/quotes.ts'
import { type CallBenchmark, list, write } from './call-benchmark.ts'
import { makeMany } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of calls about quotes.

async function drafts({ database, agent }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const buyer = agent()
    return { token: buyer.token, ...(await makeQuoteDraft(database, buyer.id)) }
  })
}

async function sentQuotes({ database, agent }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const buyer = agent()
    return { token: buyer.token, ...(await makeSentQuote(database, buyer.id)) }
  })
}

async function ownTemplates({ database, agent }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const { id: userId, token } = agent()
    return { token, id: await makeQuoteTemplate(database, userId) }
  })
}

/** Sent quotes of agents whose agency has a logo. */
export async function quotesWithLogo(system: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const { id: userId, token } = system.agent()
    await storeLogo(system, userId, blackPng(64))
    return { token, ...(await makeSentQuote(system.database, userId)) }
  })
}

/** A server process draws one at a time and queues forty. */
const DRAWINGS_AT_ONCE = 32

/** Fifteen days with a text each, as an editor saves them. */
const content = {
  title: 'Fifteen days in Kerala',
  days: Array.from({ length: 15 }, (_, at) => ({
    title: `Day ${at + 1}`,
    text: 'Breakfast, a drive along the coast, lunch in a village and an evening by the sea. '.repeat(
      5,
    ),
  })),
  inclusions: 'Hotel\nBreakfast',
  exclusions: 'Flights',
  terms: 'Half in advance',
  pricePerPersonPaise: 45_000_00,
  persons: 4,
  gst: 'none' as const,
  validUntil: '2099-12-31',
}

const ofQuote = ({ token, id }: { token: string; id: string }) => ({ token, params: { id } })
const ofPurchase = ({ token, purchaseId }: { token: string; purchaseId: string }) => ({
  token,
  params: { id: purchaseId },
})

export const quoteCalls: readonly CallBenchmark[] = [
  list(quotes.getPurchaseQuote, {
    subjects: sentQuotes,
    buildRequest: (_, quote) => ofPurchase(quote),
  }),
  list(quotes.getQuote, { subjects: sentQuotes, buildRequest: (_, quote) => ofQuote(quote) }),
  list(quotes.getQuoteVersion, {
    subjects: sentQuotes,
    buildRequest: (_, { token, id }) => ({ token, params: { id, version: '1' } }),
  }),
  write(quotes.openQuoteDraft, {
    subjects: sentQuotes,
    buildRequest: (_, quote) => ofPurchase(quote),
  }),
  write(quotes.saveQuoteDraft, {
    subjects: drafts,
    buildRequest: (_, quote) => ({
      ...ofQuote(quote),
      body: { ...content, revision: quote.revision },
    }),
  }),
  write(quotes.discardQuoteDraft, {
    subjects: drafts,
    buildRequest: (_, quote) => ofQuote(quote),
  }),
  write(quotes.sendQuote, {
    subjects: drafts,
    buildRequest: (_, quote) => ({ ...ofQuote(quote), body: { revision: quote.revision } }),
  }),
  write(quotes.createQuoteLink, {
    subjects: sentQuotes,
    buildRequest: (_, quote) => ofQuote(quote),
  }),
  write(quotes.mailQuote, { subjects: sentQuotes, buildRequest: (_, quote) => ofQuote(quote) }),
  write(quotes.withdrawQuote, { subjects: sentQuotes, buildRequest: (_, quote) => ofQuote(quote) }),
  write(quotes.readSharedQuote, {
    subjects: sentQuotes,
    buildRequest: (_, { secret }) => ({ body: { secret } }),
  }),
  write(quotes.answerSharedQuote, {
    subjects: sentQuotes,
    buildRequest: (_, { secret }) => ({ body: { secret, version: 1, kind: 'like' as const } }),
  }),
  list(quotes.getQuotePdf, {
    maxRequests: 100,
    maxClients: DRAWINGS_AT_ONCE,
    subjects: sentQuotes,
    buildRequest: (_, { token, id }) => ({ token, params: { id, version: '1' } }),
  }),
  list(quotes.getSharedQuotePdf, {
    maxRequests: 100,
    maxClients: DRAWINGS_AT_ONCE,
    subjects: sentQuotes,
    buildRequest: (_, { secret }) => ({ body: { secret } }),
  }),
  list(quotes.getSharedQuoteLogo, {
    maxRequests: 100,
    subjects: quotesWithLogo,
    buildRequest: (_, { secret }) => ({ body: { secret } }),
  }),
  list(templates.getQuoteTemplate, {
    subjects: ownTemplates,
    buildRequest: (_, template) => ofQuote(template),
  }),
  write(templates.createQuoteTemplate, {
    subjects: drafts,
    buildRequest: (_, { token, id }) => ({
      token,
      body: { quoteId: id, name: `Template ${id}`, destination: 'Goa' },
    }),
  }),
  write(templates.updateQuoteTemplate, {
    subjects: ownTemplates,
    buildRequest: (_, { token, id }) => ({
      token,
      params: { id },
      body: { name: `Renamed ${id}`, destination: '' },
    }),
  }),
  write(templates.deleteQuoteTemplate, {
    subjects: ownTemplates,
    buildRequest: (_, template) => ofQuote(template),
  }),
  write(agencyLogo.setAgencyLogo, {
    maxRequests: 100,
    maxClients: 8,
    buildRequest: ({ agent }) => ({ token: agent().token, body: logoForm() }),
  }),
  write(agencyLogo.removeAgencyLogo, {
    buildRequest: ({ agent }) => ({ token: agent().token }),
  }),
]

function logoForm(): FormData {
  const form = new FormData()
  form.set('logo', new Blob([new Uint8Array(blackPng(64))]), 'logo.png')
  return form
}
