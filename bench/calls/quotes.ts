import * as agencyLogo from '../../contract/src/agency-logo.ts'
import * as templates from '../../contract/src/quote-templates.ts'
import * as quotes from '../../contract/src/quotes.ts'
import type { Database } from '../../server/src/platform/database/connect.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import {
  makeQuoteDraft,
  makeQuoteTemplate,
  makeSentQuote,
  storeLogo,
} from '../../server/src/testing/quotes.ts'
import { type CallBenchmark, list, write } from './call-benchmark.ts'
import { makeMany, pictureForm } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of calls about quotes.

/**
 * Takes the agents in turn as callers and calls `make` for each. The subject also has the values that `make` returns.
 */
function ofAgents<T extends object>(make: (database: Database, userId: string) => Promise<T>) {
  return (system: BenchSystem, count: number) =>
    makeMany(count, async () => {
      const caller = system.agent()
      return { caller, ...(await make(system.database, caller.id)) }
    })
}

const drafts = ofAgents(makeQuoteDraft)
const sentQuotes = ofAgents(makeSentQuote)
/** Sent quotes, for calls whose path contains the id of the purchase. */
const quotedPurchases = ofAgents(async (database, userId) => ({
  id: (await makeSentQuote(database, userId)).purchaseId,
}))
const ownTemplates = ofAgents(async (database, userId) => ({
  id: await makeQuoteTemplate(database, userId),
}))

/** Sent quotes of agents whose agency has a logo. A quote keeps the logo that it is sent with. */
export function quotesWithLogo(system: BenchSystem, count: number) {
  const make = ofAgents(async (database, userId) => {
    await storeLogo(system, userId, blackPng(64))
    return makeSentQuote(database, userId)
  })
  return make(system, count)
}

/** A server process draws one quote at a time and queues forty. */
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

const ofLink = ({ secret }: { secret: string }) => ({ secret })

export const quoteCalls: readonly CallBenchmark[] = [
  list(quotes.getPurchaseQuote, { subjects: quotedPurchases }),
  list(quotes.getQuote, { subjects: sentQuotes }),
  list(quotes.getQuoteVersion, { subjects: sentQuotes, params: { version: '1' } }),
  write(quotes.openQuoteDraft, { subjects: quotedPurchases }),
  write(quotes.saveQuoteDraft, {
    subjects: drafts,
    body: ({ revision }) => ({ ...content, revision }),
  }),
  write(quotes.discardQuoteDraft, { subjects: drafts }),
  write(quotes.sendQuote, { subjects: drafts, body: ({ revision }) => ({ revision }) }),
  write(quotes.createQuoteLink, { subjects: sentQuotes }),
  write(quotes.mailQuote, { subjects: sentQuotes }),
  write(quotes.withdrawQuote, { subjects: sentQuotes }),
  write(quotes.readSharedQuote, { subjects: sentQuotes, body: ofLink }),
  write(quotes.answerSharedQuote, {
    subjects: sentQuotes,
    body: ({ secret }) => ({ secret, version: 1, kind: 'like' as const }),
  }),
  list(quotes.getQuotePdf, {
    maxRequests: 100,
    maxClients: DRAWINGS_AT_ONCE,
    subjects: sentQuotes,
    params: { version: '1' },
  }),
  list(quotes.getSharedQuotePdf, {
    maxRequests: 100,
    maxClients: DRAWINGS_AT_ONCE,
    subjects: sentQuotes,
    body: ofLink,
  }),
  list(quotes.getSharedQuoteLogo, { maxRequests: 100, subjects: quotesWithLogo, body: ofLink }),
  list(templates.getQuoteTemplate, { subjects: ownTemplates }),
  write(templates.createQuoteTemplate, {
    subjects: drafts,
    body: ({ id }) => ({ quoteId: id, name: `Template ${id}`, destination: 'Goa' }),
  }),
  write(templates.updateQuoteTemplate, {
    subjects: ownTemplates,
    body: ({ id }) => ({ name: `Renamed ${id}`, destination: '' }),
  }),
  write(templates.deleteQuoteTemplate, { subjects: ownTemplates }),
  write(agencyLogo.setAgencyLogo, {
    maxRequests: 100,
    maxClients: 8,
    body: pictureForm('logo', 64),
  }),
  write(agencyLogo.removeAgencyLogo),
]
