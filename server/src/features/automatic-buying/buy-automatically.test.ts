import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JobQueue, NewJob } from '../../platform/jobs/job-queue.ts'
import {
  addLimits,
  makeDue,
  makeMatches,
  makeRule,
  minuteOld,
} from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, makeAgent, makeLead, makeLeads } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { waitForMails } from '../../testing/mails.ts'
import { queueTask } from '../../testing/queue-jobs.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { matchLead } from '../saved-searches/public/match-lead.ts'
import { buyAutomatically } from './buy-automatically.ts'
import { queueAutomaticBuying } from './queue-automatic-buying.ts'

// The tests run the background task themselves and need no app.
let test: TestDatabase
let db: TestDatabase['database']['kysely']

beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
  await setLeadPrice(db, 'domestic', 5000)
})
afterEach(async () => {
  await expectAllInvariantsHold(test.database)
  await sql`delete from automatic_buying_matches`.execute(db)
  await sql`update automatic_buying_rules set paused_at = now(), paused_by = 'agent'`.execute(db)
  queued.length = 0
})
afterAll(() => test.drop())

const queued: string[] = []
const run = () =>
  buyAutomatically({
    database: test.database,
    queuePurchaseMails: async (_, purchaseId) => {
      queued.push(purchaseId)
    },
  })

async function makeBuyer(limits: Parameters<typeof makeRule>[2] = {}, money = 1000_00) {
  const agent = await makeAgent(db)
  await giveMoney(test.database, agent.id, money)
  return { ...agent, rule: await makeRule(db, agent.id, limits) }
}

async function buyersOf(leads: readonly string[]): Promise<(string | undefined)[]> {
  const rows = await db.selectFrom('purchases').select(['lead_id', 'user_id']).execute()
  return leads.map((lead) => rows.find(({ lead_id }) => lead_id === lead)?.user_id)
}

it('buys a new lead once, 30 s after it was found, and queues its mails', async () => {
  const buyer = await makeBuyer({ daily_paise: 500_00, daily_leads: 10 })
  const lead = await makeLead(db, minuteOld)
  const jobs: NewJob[] = []
  const send: JobQueue['send'] = async (_, job) => void jobs.push(job)
  const putOnSale = { leadId: lead, putOnSaleAt: new Date() }
  await matchLead(test.database, putOnSale, queueAutomaticBuying({ send }))
  expect(jobs).toMatchObject([{ queue: 'buy-automatically', startAfterSeconds: 30 }])
  const { rows } = await sql<{
    seconds: number
  }>`select extract(epoch from due_at - matched_at)::float8 as seconds
    from automatic_buying_matches q join saved_search_matches m using (lead_id) where q.lead_id = ${lead}`.execute(
    db,
  )
  expect(rows[0]?.seconds).toBeGreaterThanOrEqual(30)
  expect(rows[0]?.seconds).toBeLessThan(31)
  expect(await run()).toBe(0)
  await makeDue(db)
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(await buyersOf([lead])).toEqual([buyer.id])
  expect(queued).toHaveLength(1)
})

it('mails a purchase of the running product, with a link that pauses the rule', async () => {
  const app = await createTestApp({ runsTasks: true })
  try {
    await setLeadPrice(app.db, 'both', 5000)
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 1000_00)
    const rule = await makeRule(app.db, agent.id, { daily_paise: 500_00, daily_leads: 10 })
    await makeMatches(app.db, [rule], [await makeLead(app.db, minuteOld)])
    await makeDue(app.db)
    await queueTask(app.db, 'automatic-buying')
    const [sent] = await waitForMails(app.config, agent.email)
    expect(sent?.text).toContain('Leads today: 1 of 10')
    expect(sent?.text).toContain('Spent today: ₹50 of ₹500')
    expect(sent?.text).toMatch(/automatic-buying\/pause\?key=[0-9a-f-]{36}/)
  } finally {
    await app.close()
  }
})

it('serves the agents in turn, even with several rules of an agent and for simultaneous leads', async () => {
  const [a, b, c] = [await makeBuyer(), await makeBuyer(), await makeBuyer()]
  // A second rule does not make an agent win more often.
  const rules = [a.rule, b.rule, c.rule, await makeRule(db, a.id)]
  const leads = (await makeLeads(db, 7, minuteOld)).sort()
  await makeMatches(db, rules, leads)
  // Three processes run at once.
  await Promise.all([run(), run(), run()])
  await run()
  expect(await buyersOf(leads)).toEqual([a.id, b.id, c.id, a.id, b.id, c.id, a.id])
})

it('lets new accounts and new rules wait behind the agents who have waited longer', async () => {
  const old = await makeBuyer()
  await sql`update automatic_buying_rules set on_since = now() - interval '30 days' where id = ${old.rule}`.execute(
    db,
  )
  const [earlier = '', first = '', second = '', third = ''] = await makeLeads(db, 4, minuteOld)
  await makeMatches(db, [old.rule], [earlier])
  expect(await run()).toBe(1)
  // Served already, but before the others switched it on.
  const fresh = await makeBuyer()
  const fresher = await makeBuyer()
  const newRule = await makeRule(db, old.id)
  await makeMatches(db, [fresher.rule, fresh.rule, newRule, old.rule], [first])
  expect(await run()).toBe(1)
  await makeMatches(db, [fresher.rule, newRule, fresh.rule], [second])
  expect(await run()).toBe(1)
  await makeMatches(db, [newRule, fresher.rule, fresh.rule], [third])
  expect(await run()).toBe(1)
  expect(await buyersOf([first, second, third])).toEqual([old.id, fresh.id, fresher.id])
})

it('buys for the next agent if the limits, wallet or account of the first ones do not allow the purchase', async () => {
  const spent = await makeBuyer({ daily_paise: 4999 })
  const poor = await makeBuyer({}, 4999)
  const suspended = await makeBuyer()
  await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(db)
  await sql`update sessions set ended_at = now() where user_id = ${suspended.id}`.execute(db)
  const able = await makeBuyer()
  const lead = await makeLead(db, minuteOld)
  await makeMatches(db, [spent.rule, poor.rule, suspended.rule, able.rule], [lead])
  expect(await run()).toBe(1)
  expect(await buyersOf([lead])).toEqual([able.id])
})

it('counts the purchases of a day against changed limits, and checks earlier purchases against the limits of their time', async () => {
  const buyer = await makeBuyer({ daily_paise: 200_00 })
  const leads = (await makeLeads(db, 6, minuteOld)).sort()
  const [first, second, ...rest] = leads
  await makeMatches(db, [buyer.rule], [first ?? '', second ?? ''])
  expect(await run()).toBe(2)
  await addLimits(db, buyer.rule, 2, { daily_paise: 80_00 })
  await sql`update automatic_buying_rules set version = 2 where id = ${buyer.rule}`.execute(db)
  await makeMatches(db, [buyer.rule], rest.slice(0, 2))
  expect(await run()).toBe(0)
  // Moves the purchases to the day before.
  await sql`update purchases set created_at = created_at - interval '1 day' where user_id = ${buyer.id}`.execute(
    db,
  )
  await sql`alter table automatic_purchases disable trigger user`.execute(db)
  await sql`update automatic_purchases set day = day - 1 where user_id = ${buyer.id}`.execute(db)
  await sql`alter table automatic_purchases enable trigger user`.execute(db)
  await sql`update leads set created_at = created_at - interval '1 day' where id = any(${leads}::uuid[])`.execute(
    db,
  )
  await makeMatches(db, [buyer.rule], rest.slice(2))
  expect(await run()).toBe(1)
})

it('buys a lead once if its connection was lost during the purchase', async () => {
  const buyer = await makeBuyer()
  const lead = await makeLead(db, minuteOld)
  await makeMatches(db, [buyer.rule], [lead])
  const blocker = await test.database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from accounts where id = $1 for update', [buyer.id])
    const lost = run().catch((error: Error) => error)
    await untilWaiting(test.database, 1, 'buy_lead_automatically(')
    await blocker.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and strpos(query, 'buy_lead_automatically(') > 0 and pid <> pg_backend_pid()`)
    expect(await lost).toBeInstanceOf(Error)
    await blocker.query('commit')
  } finally {
    blocker.release(true)
  }
  expect(await buyersOf([lead])).toEqual([undefined])
  await makeDue(db)
  expect(await run()).toBe(1)
  expect(await buyersOf([lead])).toEqual([buyer.id])
})
