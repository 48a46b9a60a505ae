import type { LeadEvent } from '@raahi/contract/lead-events'
import { listLeads } from '@raahi/contract/leads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAgent,
  makeLead,
  makeMember,
  makePlan,
  makePurchase,
} from '../../testing/factories.ts'
import { type FollowedStream, followEvents } from '../../testing/follow-events.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { maxChanges, trimLeadEvents } from './lead-events.queries.ts'

let app: TestApp
let agent: MadeUser

beforeAll(async () => {
  app = await createTestApp()
  agent = await makeAgent(app.db)
  await setLeadPrice(app.db, 'both', 10_000)
})
afterAll(() => app.close())

/** Resolves when the stream has received an event with this property. */
async function received(stream: FollowedStream, test: (event: LeadEvent) => unknown) {
  await stream.until(({ events }) => events.some(({ event }) => test(event)))
}

const hasLead =
  (id: string, fields: object = {}) =>
  (event: LeadEvent) =>
    event.leads?.some(
      (lead) =>
        lead._id === id &&
        Object.entries(fields).every(([name, value]) => lead[name as '_id'] === value),
    )

/** Counts how often each lead was sent, in all events. */
function timesSent(streams: readonly FollowedStream[]): Record<string, number> {
  const ids = streams.flatMap(({ events }) =>
    events.flatMap(({ event }) => event.leads?.map((lead) => lead._id) ?? []),
  )
  return Object.fromEntries(
    Object.entries(Object.groupBy(ids, (id) => id)).map(([id, all]) => [id, all?.length ?? 0]),
  )
}

async function pageId(user = agent): Promise<string> {
  return (await app.as(user).call(listLeads)).data.eventId
}

describe('a stream of lead events', () => {
  it('sends every kind of change, and no contact', async () => {
    const buyer = await makeAgent(app.db)
    await giveMoney(app.database, buyer.id, 100_000)
    const sold = await makeLead(app.db, { phone: '+919876500001', email: 'canary@example.com' })
    const edited = await makeLead(app.db, { phone: '+919876500002', email: 'canary@example.com' })
    const deleted = await makeLead(app.db)
    const [stream, ofBuyer] = await Promise.all([
      followEvents(app, agent, await pageId()),
      followEvents(app, buyer),
    ])
    await Promise.all([received(stream, () => true), received(ofBuyer, () => true)])
    const created = await makeLead(app.db, { phone: '+919876500003', email: 'canary@example.com' })
    await sql`select buy_lead(gen_random_uuid(), gen_random_uuid(), ${buyer.id}, ${sold}, 10000, 'wallet', null,
      null, null, null)`.execute(app.db)
    await app.db.updateTable('leads').set({ adult: 7 }).where('id', '=', edited).execute()
    await app.db
      .updateTable('leads')
      .set({ deleted_at: new Date() })
      .where('id', '=', deleted)
      .execute()
    await setLeadPrice(app.db, 'domestic', 12_300)
    await received(stream, hasLead(created, { satatus: 'buy', cost: 123 }))
    await received(stream, ({ newLeadIds }) => newLeadIds?.includes(created))
    await received(stream, hasLead(sold, { satatus: 'sold', cost: 100 }))
    await received(stream, hasLead(edited, { adult: 7 }))
    await received(stream, ({ removedLeadIds }) => removedLeadIds?.includes(deleted))
    await received(stream, ({ prices }) => prices?.domestic === 123 && prices.international === 100)
    await received(
      ofBuyer,
      ({ account }) => account?.wallet === 900 && account.boughtLeadIds.includes(sold),
    )
    await givePlan(app.database, agent.id, await makePlan(app.db, { lead_quota: 12 }))
    await received(stream, ({ account }) => account?.planLeads === 12)
    expect(JSON.stringify(stream.events)).not.toContain('"wallet":900')
    expect(stream.text + ofBuyer.text).not.toMatch(/98765|canary/)
    stream.close()
    ofBuyer.close()
  })

  it('continues on another process with every change once, even one that commits late', async () => {
    const other = await app.another()
    try {
      const after = await pageId()
      const { release, done, id: late } = await openTransaction()
      const first = await makeLead(app.db)
      const stream = await followEvents(app, agent, after)
      await received(stream, hasLead(first))
      stream.close()
      const second = await makeLead(app.db)
      const next = await followEvents(other, agent, stream.lastId)
      await received(next, hasLead(second))
      release()
      await done
      await received(next, hasLead(late))
      const sold = await makePurchase(app.database, (await makeRichAgent()).id)
      await received(next, hasLead(sold, { satatus: 'sold' }))
      next.close()
      const sent = timesSent([stream, next])
      expect([first, second, late].map((each) => sent[each])).toEqual([1, 1, 1])
    } finally {
      await other.close()
    }
  })

  it('asks the client to read its lists again if the changes since its event are not known', async () => {
    const old = await pageId()
    await makeLead(app.db)
    await trimLeadEvents(app.database)
    await sql`update lead_event_marks set created_at = created_at - interval '11 minutes'`.execute(
      app.db,
    )
    await trimLeadEvents(app.database)
    const positions = [
      old,
      old.replace(/^.{8}/, '00000000'),
      old.replace(/-.*/, '-0:0:'),
      old.replace(/-.*/, '-9999999999:9999999999:'),
    ]
    for (const after of positions) {
      const stream = await followEvents(app, agent, after)
      await stream.until(({ events }) => events.length > 0)
      expect(stream.events[0]?.event).toEqual({ readAgain: true })
      stream.close()
    }
    const stream = await followEvents(app, agent, await pageId())
    await stream.until(({ events }) => events.length > 0)
    expect(stream.events[0]?.event).toEqual({})
    stream.close()
  })

  it('keeps the marks, and writes nothing, when all events are removed', async () => {
    const old = await pageId()
    await makeLead(app.db)
    for (let step = 0; step < 2; step += 1) {
      await trimLeadEvents(app.database)
      await sql`update lead_event_marks set created_at = created_at - interval '11 minutes'`.execute(
        app.db,
      )
    }
    await trimLeadEvents(app.database)
    const marks = () => app.db.selectFrom('lead_event_marks').selectAll().execute()
    const marksBefore = await marks()
    expect(marksBefore.length).toBeGreaterThan(0)
    await trimLeadEvents(app.database)
    expect(await marks()).toEqual(marksBefore)
    const stream = await followEvents(app, agent, old)
    await received(stream, ({ readAgain }) => readAgain)
    stream.close()
  })

  it('asks only the client that has missed too much to read its lists again', async () => {
    const user = await makeAgent(app.db)
    const old = await pageId()
    const lead = await makeLead(app.db)
    const [stream, suspended] = await Promise.all([
      followEvents(app, agent, await pageId()),
      followEvents(app, user),
    ])
    await Promise.all([received(stream, () => true), received(suspended, () => true)])
    // A transaction that stays open must not make the read longer.
    const { release, done, id: late } = await openTransaction()
    for (const adult of [3, 4, 5]) {
      await changeOften(app.db, lead, 900)
      await app.db.updateTable('leads').set({ adult }).where('id', '=', lead).execute()
      await received(stream, hasLead(lead, { adult }))
    }
    const joining = await followEvents(app, agent, old)
    await received(joining, ({ readAgain }) => readAgain)
    const last = await makeLead(app.db)
    await Promise.all([received(stream, hasLead(last)), received(joining, hasLead(last))])
    release()
    await done
    await received(stream, hasLead(late))
    expect(stream.events.some(({ event }) => event.readAgain)).toBe(false)
    // The end of access is found separately, among any number of changes.
    await withTransaction(app.database, async (tx) => {
      await changeOften(tx, lead, maxChanges + 1)
      await tx.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    })
    await suspended.until(({ isEnded }) => isEnded)
    await received(stream, ({ readAgain }) => readAgain)
    stream.close()
    joining.close()
  })

  it.each([
    [
      'suspended',
      (user: MadeUser) =>
        app.db
          .updateTable('users')
          .set({ status: 'suspended' })
          .where('id', '=', user.id)
          .execute(),
    ],
    [
      'logged out',
      (user: MadeUser) =>
        app.db
          .updateTable('sessions')
          .set({ ended_at: new Date() })
          .where('user_id', '=', user.id)
          .execute(),
    ],
  ])('ends soon after the agent is %s', async (_, end) => {
    const user = await makeAgent(app.db)
    const stream = await followEvents(app, user)
    await stream.until(({ events }) => events.length > 0)
    await end(user)
    const endedAt = performance.now()
    await stream.until(({ isEnded }) => isEnded)
    // Far less than the ten minutes after which every stream ends.
    expect(performance.now() - endedAt).toBeLessThan(10_000)
    await expect(followEvents(app, user)).rejects.toThrow('401')
  })

  it('ends every stream when the server stops, with different times to reconnect', async () => {
    const stopping = await app.another()
    const streams = await Promise.all(
      Array.from({ length: 6 }, () => followEvents(stopping, agent)),
    )
    await Promise.all(streams.map((stream) => stream.until(({ events }) => events.length > 0)))
    await stopping.close()
    await Promise.all(streams.map((stream) => stream.until(({ isEnded }) => isEnded)))
    const times = streams.map(({ retryMs }) => retryMs ?? -1)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
    expect(new Set(times).size).toBeGreaterThan(1)
  })

  it('refuses the ninth stream of an agent', async () => {
    const user = await makeAgent(app.db)
    const streams = await Promise.all(Array.from({ length: 8 }, () => followEvents(app, user)))
    await expect(followEvents(app, user)).rejects.toThrow('429')
    streams[0]?.close()
    const reopen = async () => (await followEvents(app, user)).close()
    await expect.poll(reopen).toBeUndefined()
    for (const stream of streams) stream.close()
  })

  it('counts the streams of each member of an agency alone, while they are open', async () => {
    const founder = await makeAgent(app.db)
    const buyer = await makeMember(app.db, founder, { agent_role: 'buyer' })
    const streams = await Promise.all(Array.from({ length: 8 }, () => followEvents(app, buyer)))
    await expect(followEvents(app, buyer)).rejects.toThrow('429')
    const own = await followEvents(app, founder)
    for (const stream of [own, ...streams]) stream.close()
    const reopen = async () => (await followEvents(app, buyer)).close()
    await expect.poll(reopen).toBeUndefined()
  })
})

async function changeOften(db: TestApp['db'], leadId: string, times: number) {
  await sql`insert into lead_events (kind, subject_id)
    select 'changed', ${leadId} from generate_series(1, ${times}::integer)`.execute(db)
}

async function makeRichAgent(): Promise<MadeUser> {
  const user = await makeAgent(app.db)
  await giveMoney(app.database, user.id, 1_000_000)
  return user
}

/** Opens a transaction that creates a lead and then waits for `release`. */
async function openTransaction() {
  const created = Promise.withResolvers<string>()
  const released = Promise.withResolvers<void>()
  const done = withTransaction(app.database, async (tx) => {
    created.resolve(await makeLead(tx))
    await released.promise
  })
  return { id: await created.promise, release: () => released.resolve(), done }
}
