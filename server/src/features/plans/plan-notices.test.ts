import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PayWay } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '../../config/index.ts'
import { createJobQueue, type JobQueue } from '../../platform/jobs/job-queue.ts'
import { formatTime } from '../../platform/mail/format-time.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { createMailQueue } from '../../platform/mail/mail-queue.ts'
import { createSendMail } from '../../platform/mail/send-mail.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
  makePlanPurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, untilJobsDone } from '../../testing/mails.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { buyLead } from '../purchases/public/buy-lead.ts'
import { sendPlanNotices } from './plan-notices.ts'
import type { PlanRow } from './public/plans.queries.ts'

// The tests send the notices themselves.
let test: TestDatabase
let db: TestDatabase['database']['kysely']
let config: Config
let jobs: JobQueue
let queueMail: QueueMail
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
  const dataDir = await mkdtemp(join(tmpdir(), 'raahi-notices-'))
  config = { ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), dataDir }
  const log = { info() {}, warn() {}, error() {} }
  jobs = createJobQueue(test.database, log)
  queueMail = createMailQueue(jobs, createSendMail(config), log)
  jobs.start()
  await setLeadPrice(db, 'both', 5000)
})
afterEach(() => expectAllInvariantsHold(test.database))
afterAll(async () => {
  await jobs.stop()
  await test.drop()
  await rm(config.dataDir, { recursive: true, force: true })
})

const sweep = (mail = queueMail) =>
  sendPlanNotices({ database: test.database, queueMail: mail, publicUrl: 'https://raahi.example' })

/** Makes an agent with a plan that ends after this time. */
async function makeSubscriber(endsIn: string, fields: Partial<PlanRow> = {}, agentId?: MadeUser) {
  const agent = agentId ?? (await makeAgent(db))
  const id = await givePlan(test.database, agent.id, await makePlan(db, fields))
  const ends = sql`now() + ${endsIn}::interval`
  await sql`update subscriptions set ends_at = ${ends},
    started_at = ${ends} - make_interval(hours => 24 * validity_days) where id = ${id}`.execute(db)
  return { agent, id }
}

/** The mails to an agent, after all queued mails are sent. */
async function mailsTo({ email }: MadeUser) {
  await untilJobsDone(test.database)
  return readMails(config, email)
}

const buy = (agent: MadeUser, leadId: string, payWith: PayWay = 'plan') =>
  buyLead(
    { database: test.database, queuePurchaseMails: async () => {} },
    {
      userId: agent.id,
      leadId,
      expectedCostPaise: undefined,
      payWith,
      idempotency: null,
      requestId: uuidv7(),
      ip: '127.0.0.1',
    },
  )

describe('the reminder that a plan ends', () => {
  it('is mailed once, three days before the end, with the leads left and the end', async () => {
    const { agent, id } = await makeSubscriber('72 hours', { name: 'Explorer', lead_quota: 10 })
    await makePlanPurchase(test.database, agent.id, id)
    for (let n = 0; n < 3; n += 1) await sweep()
    const [mail, ...more] = await mailsTo(agent)
    expect(more).toEqual([])
    const { ends_at } = await db
      .selectFrom('subscriptions')
      .select('ends_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(mail?.subject).toBe(`Your Explorer plan ends on ${formatTime(ends_at)}`)
    expect(mail?.text).toMatch(
      /Your Explorer plan has 9 leads and 3 days left, until \d+ \w{3}, \d+:\d\d [AP]M\./,
    )
    expect(mail?.text).toContain('Leads left: 9 of 10')
    expect(mail?.text).toContain('https://raahi.example/dashboard/plans')
  })

  it('states the correct days if the product was down for two of the three days', async () => {
    const { agent } = await makeSubscriber('20 hours', { name: 'Explorer', lead_quota: 1 })
    await sweep()
    const [mail] = await mailsTo(agent)
    expect(mail?.text).toContain('Your Explorer plan has 1 lead and 1 day left')
  })

  it.each([
    ['that has longer to go', '72 hours 1 minute', {}],
    ['that has ended', '-1 second', {}],
    ['that was bought for three days', '71 hours', { validity_days: 3 }],
  ] as const)('does not come for a plan %s', async (_, endsIn, fields) => {
    const { agent } = await makeSubscriber(endsIn, fields)
    await sweep()
    expect(await mailsTo(agent)).toEqual([])
  })

  it('is sent once per plan, for many agents, by several processes', async () => {
    const agents = await Promise.all(Array.from({ length: 60 }, () => makeAgent(db)))
    for (const agent of agents) {
      await makeSubscriber('60 hours', { name: 'One' }, agent)
      await makeSubscriber('70 hours', { name: 'Two' }, agent)
    }
    await Promise.all([sweep(), sweep(), sweep(), sweep()])
    await sweep()
    await untilJobsDone(test.database)
    const mails = Map.groupBy(await readMails(config), ({ to }) => to?.[0]?.address)
    for (const { email } of agents) {
      const subjects = mails.get(email)?.map(({ subject }) => subject?.slice(0, 13))
      expect(subjects?.sort()).toEqual(['Your One plan', 'Your Two plan'])
    }
  })

  it('waits while its agent is suspended', async () => {
    const { agent } = await makeSubscriber('48 hours')
    const set = (status: 'active' | 'suspended') =>
      sql`update users set status = ${status} where id = ${agent.id}`.execute(db)
    await db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', agent.id)
      .execute()
    await set('suspended')
    await sweep()
    expect(await mailsTo(agent)).toEqual([])
    await set('active')
    await sweep()
    expect(await mailsTo(agent)).toHaveLength(1)
  })
})

describe('the notice that a plan is used up', () => {
  it('is mailed once, instead of the reminder, and states how the next leads are paid', async () => {
    const { agent } = await makeSubscriber('50 hours', { name: 'Explorer', lead_quota: 2 })
    await buy(agent, await makeLead(db))
    await buy(agent, await makeLead(db))
    for (let n = 0; n < 3; n += 1) await sweep()
    const [mail, ...more] = await mailsTo(agent)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('You have used all leads in your Explorer plan')
    expect(mail?.text).toContain('You have used all 2 leads in your Explorer plan.')
    expect(mail?.text).toContain('leads are paid from your wallet')
    expect(mail?.text).toContain('https://raahi.example/dashboard/plans')
  })

  it('mentions other active plans', async () => {
    const { agent } = await makeSubscriber('10 days', { name: 'First', lead_quota: 1 })
    await makeSubscriber('20 days', { name: 'Second' }, agent)
    await buy(agent, await makeLead(db))
    await sweep()
    const [mail] = await mailsTo(agent)
    expect(mail?.text).toContain('You have used the only lead in your First plan. Your other plans')
  })

  it('is not repeated when a returned lead is used again', async () => {
    const admin = await makeAdmin(db)
    const { agent } = await makeSubscriber('10 days', { lead_quota: 1 })
    const leadId = await makeLead(db)
    await buy(agent, leadId)
    await sweep()
    const requestId = await makeRequest(test.database, agent.id, leadId)
    await sql`select decide_replacement(${requestId}, 'approved', ${admin.id}, null)`.execute(db)
    await buy(agent, await makeLead(db))
    await sweep()
    expect(await mailsTo(agent)).toHaveLength(1)
  })

  it('is not sent if the lead was returned before the notice', async () => {
    const admin = await makeAdmin(db)
    const { agent } = await makeSubscriber('10 days', { lead_quota: 1 })
    const leadId = await makeLead(db)
    await buy(agent, leadId)
    const requestId = await makeRequest(test.database, agent.id, leadId)
    await sql`select decide_replacement(${requestId}, 'approved', ${admin.id}, null)`.execute(db)
    await sweep()
    expect(await mailsTo(agent)).toEqual([])
  })

  it('is not sent for purchases from the wallet', async () => {
    const { agent } = await makeSubscriber('10 days', { lead_quota: 1 })
    await giveMoney(test.database, agent.id, 100_00)
    await buy(agent, await makeLead(db), 'wallet')
    await sweep()
    expect(await mailsTo(agent)).toEqual([])
  })
})

describe('a notice', () => {
  it('that could not be queued is not marked, and is sent in the next run', async () => {
    const { agent } = await makeSubscriber('50 hours')
    const { agent: other } = await makeSubscriber('51 hours')
    let queued = 0
    const failing: QueueMail = async (tx, mail) => {
      queued += 1
      if (queued === 2) throw new Error('the process ends here')
      await queueMail(tx, mail)
    }
    await expect(sweep(failing)).rejects.toThrow('the process ends here')
    await untilJobsDone(test.database)
    await sweep()
    expect(await mailsTo(agent)).toHaveLength(1)
    expect(await mailsTo(other)).toHaveLength(1)
  })

  it('skips a plan that a purchase has locked until the purchase ends', async () => {
    const { agent, id } = await makeSubscriber('50 hours')
    await db.transaction().execute(async (tx) => {
      await sql`select from subscriptions where id = ${id} for update`.execute(tx)
      await sweep()
    })
    expect(await mailsTo(agent)).toEqual([])
    await sweep()
    expect(await mailsTo(agent)).toHaveLength(1)
  })
})
