import { getPipeline, getPipelineCard, listPipelineCards } from '@raahi/contract/pipeline'
import {
  answerSharedQuote,
  openQuoteDraft,
  readSharedQuote,
  sendQuote,
  withdrawQuote,
} from '@raahi/contract/quotes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAgent, makePurchase } from '../../testing/factories.ts'
import { followEvents } from '../../testing/follow-events.ts'
import { createMarketplace, type Marketplace } from '../../testing/marketplace.ts'
import { makeQuoteDraft, makeSentQuote } from '../../testing/quotes.ts'

let market: Marketplace
beforeAll(async () => {
  market = await createMarketplace()
})
afterEach(() => expectAllInvariantsHold(market.app.database))
afterAll(() => market.app.close())

const me = () => market.app.as(market.agent)

async function leadOf(purchaseId: string): Promise<string> {
  const { lead_id } = await market.app.db
    .selectFrom('purchases')
    .select('lead_id')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return lead_id
}

/** Reads the state of a quote, and expects the same state on the card, in the list and on the board. */
async function stateOf(leadId: string): Promise<string | null | undefined> {
  const { card } = (await me().call(getPipelineCard, { params: { leadId } })).data
  const search = { search: card.leadNumber }
  const { docs } = (await me().call(listPipelineCards, { query: search })).data
  const { cards } = (await me().call(getPipeline)).data[card.stage]
  for (const listed of [docs, cards]) {
    expect(listed.find((each) => each.leadId === leadId)?.quote).toBe(card.quote)
  }
  return card.quote
}

async function answer(secret: string, version: number, kind: 'like' | 'question') {
  const text = kind === 'question' ? { text: 'Is it warm?' } : {}
  const body = { secret, version, kind, ...text }
  expect((await market.app.call(answerSharedQuote, { body })).status).toBe(200)
}

it('shows the state of a quote from its draft to its withdrawal', async () => {
  const { app, agent } = market
  expect(await stateOf(await makePurchase(app.database, agent.id))).toBeNull()
  const { purchaseId, id, revision } = await makeQuoteDraft(app.database, agent.id)
  const leadId = await leadOf(purchaseId)
  expect(await stateOf(leadId)).toBe('draft')
  const { link } = (await me().call(sendQuote, { params: { id }, body: { revision } })).data
  const secret = link.url.split('#')[1] ?? ''
  expect(await stateOf(leadId)).toBe('sent')
  await app.call(readSharedQuote, { body: { secret } })
  expect(await stateOf(leadId)).toBe('viewed')
  await answer(secret, 1, 'like')
  expect(await stateOf(leadId)).toBe('liked')
  await answer(secret, 1, 'question')
  expect(await stateOf(leadId)).toBe('question')
  // The draft of the next version does not hide the answer. When that version is sent, it has no answer yet.
  const { draft } = (await me().call(openQuoteDraft, { params: { id: purchaseId } })).data
  expect(await stateOf(leadId)).toBe('question')
  await me().call(sendQuote, { params: { id }, body: { revision: draft?.revision ?? 0 } })
  expect(await stateOf(leadId)).toBe('sent')
  await me().call(withdrawQuote, { params: { id } })
  expect(await stateOf(leadId)).toBe('withdrawn')
})

it('shows an unanswered quote as expired after its last day, and an answered quote with its answer', async () => {
  const { app, agent } = market
  const quotes = [
    await makeSentQuote(app.database, agent.id),
    await makeSentQuote(app.database, agent.id),
  ]
  await app.call(readSharedQuote, { body: { secret: quotes[0]?.secret ?? '' } })
  await answer(quotes[1]?.secret ?? '', 1, 'like')
  await sql`alter table quote_versions disable trigger keep_sent_version`.execute(app.db)
  for (const { id } of quotes) {
    await sql`update quote_versions set valid_until = today_in_india() - 1 where quote_id = ${id}`.execute(
      app.db,
    )
  }
  await sql`alter table quote_versions enable trigger keep_sent_version`.execute(app.db)
  const states = await Promise.all(
    quotes.map(async ({ purchaseId }) => stateOf(await leadOf(purchaseId))),
  )
  expect(states).toEqual(['expired', 'liked'])
})

it('shows no quote after the traveller has withdrawn', async () => {
  const { purchaseId } = await makeSentQuote(market.app.database, market.agent.id)
  const leadId = await leadOf(purchaseId)
  await sql`update enquiries set status = 'withdrawn', withdrawn_at = now() where id = (
    select enquiry_id from lead_origins where lead_id = ${leadId})`.execute(market.app.db)
  expect(await stateOf(leadId)).toBeNull()
})

it('shows no quote of a returned lead, whose link does not work', async () => {
  const { purchaseId } = await makeSentQuote(market.app.database, market.agent.id)
  const leadId = await leadOf(purchaseId)
  await sql`update purchases set replacement_status = 'approved' where id = ${purchaseId}`.execute(
    market.app.db,
  )
  const { card } = (await me().call(getPipelineCard, { params: { leadId } })).data
  expect([card.column, card.quote]).toEqual(['returned', null])
  await sql`update purchases set replacement_status = 'no-replacement' where id = ${purchaseId}`.execute(
    market.app.db,
  )
})

it('sends each change of a quote only to the open screens of its agent', async () => {
  const { app, agent } = market
  const { secret, purchaseId, id } = await makeSentQuote(app.database, agent.id)
  const leadId = await leadOf(purchaseId)
  const stream = await followEvents(app, agent)
  const foreign = await followEvents(app, await makeAgent(app.db))
  for (const each of [stream, foreign]) await each.until(({ events }) => events.length > 0)
  const changes = [
    () => app.call(readSharedQuote, { body: { secret } }),
    () => answer(secret, 1, 'question'),
    () => me().call(openQuoteDraft, { params: { id: purchaseId } }),
    () => me().call(withdrawQuote, { params: { id } }),
  ]
  const timesNamed = () =>
    stream.events.filter(({ event }) => event.changedCards?.includes(leadId)).length
  for (const [at, change] of changes.entries()) {
    await change()
    await stream.until(() => timesNamed() > at)
  }
  await sql`insert into lead_events (kind) values ('prices')`.execute(app.db)
  await foreign.until(({ events }) => events.some(({ event }) => event.prices))
  expect(foreign.text).not.toContain('changedCards')
  stream.close()
  foreign.close()
})
