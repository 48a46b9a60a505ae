import { randomUUID } from 'node:crypto'
import { recordContact } from '@raahi/contract/contact-log'
import { movePipelineCard } from '@raahi/contract/pipeline'
import { addPurchaseNote } from '@raahi/contract/purchase-notes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAgent, makePurchase } from '../../testing/factories.ts'
import { type FollowedStream, followEvents } from '../../testing/follow-events.ts'
import { createMarketplace, type Marketplace } from '../../testing/marketplace.ts'

let market: Marketplace
beforeAll(async () => {
  market = await createMarketplace()
})
afterAll(() => market.app.close())

const cardsOf = (stream: FollowedStream) =>
  stream.events.flatMap(({ event }) => event.changedCards ?? [])

it('names changed cards to their buyer alone, without any text', async () => {
  const { app, agent } = market
  const leadIds = [
    await makePurchase(app.database, agent.id),
    await makePurchase(app.database, agent.id),
  ]
  const [first = '', second = ''] = leadIds
  const [own, foreign] = await Promise.all([
    followEvents(app, agent),
    followEvents(app, await makeAgent(app.db)),
  ])
  await own.until(({ events }) => events.length > 0)
  await foreign.until(({ events }) => events.length > 0)
  const client = app.as(agent)
  const note = { id: randomUUID(), leadId: first, text: 'Secret wish' }
  await client.call(addPurchaseNote, { body: note })
  await own.until((stream) => cardsOf(stream).includes(first))
  const move = { to: 'won', version: 0, wonAmount: 5 }
  await client.call(movePipelineCard, { params: { leadId: second }, body: move })
  await own.until((stream) => cardsOf(stream).includes(second))
  expect(own.text).not.toContain('Secret')
  // A change for all users shows that the other stream has received all earlier events.
  await sql`insert into lead_events (kind) values ('prices')`.execute(app.db)
  await foreign.until(({ events }) => events.some(({ event }) => event.prices))
  expect(foreign.text).not.toContain('changedCards')
  // A client that reconnects receives the events that it missed.
  own.close()
  const contact = { id: randomUUID(), leadId: first, channel: 'call' }
  await client.call(recordContact, { body: contact })
  const again = await followEvents(app, agent, own.lastId)
  await again.until((stream) => cardsOf(stream).includes(first))
  again.close()
  foreign.close()
})
