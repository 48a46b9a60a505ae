import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { giveMoney, type MadeUser, makeAgents, makePurchase } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

const agentCount = 12

let database: TestDatabase
let folder: string
const products: ProductProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'raahi-reminders-'))
})
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(mails: MailServer): Promise<ProductProcess> {
  const product = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    SMTP_URL: mails.url,
  })
  products.push(product)
  return product
}

/** A follow-up of today whose reminder is due. */
async function makeDueFollowUp({ id: userId }: MadeUser): Promise<void> {
  const { kysely: db } = database.database
  await giveMoney(database.database, userId, 100_00)
  const leadId = await makePurchase(database.database, userId)
  await sql`insert into pipeline_cards (purchase_id, user_id, stage_since, follow_up_on, remind_at, version)
    select id, user_id, created_at, today_in_india(), now(), 1 from purchases where lead_id = ${leadId}`.execute(
    db,
  )
}

test('every agent gets one mail about follow-ups, though the process is killed while it sends them', {
  timeout: 120_000,
}, async () => {
  const { kysely: db, pool } = database.database
  const { promise: never } = Promise.withResolvers<void>()
  // The first process is killed while the third mail has arrived and is not answered yet.
  let isFirst = true
  const mails: MailServer = await startMailServer({
    onMail: () => (isFirst && mails.mails.length >= 3 ? never : Promise.resolve()),
  })
  await setLeadPrice(db, 'both', 50_00)
  const agents = await makeAgents(db, agentCount)
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()
  for (const agent of agents) await makeDueFollowUp(agent)
  const remindersOf = (of: MadeUser) =>
    mails.mails.filter(
      ({ to, subject }) =>
        subject === '1 follow-up for today' && to?.some(({ address }) => address === of.email),
    )

  const first = await start(mails)
  await vi.waitFor(() => expect(mails.mails.length).toBeGreaterThanOrEqual(3), {
    timeout: 50_000,
    interval: 5,
  })
  await first.kill()
  isFirst = false
  // As after a long time: the running jobs and the last check for such jobs have timed out.
  await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL')
  await pool.query(
    "UPDATE pgboss.job SET started_on = started_on - interval '5 minutes' WHERE state = 'active'",
  )

  await start(mails)
  const unfinished = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from pipeline_cards where remind_at is not null)
        + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')) as n`.execute(
      db,
    )
    return Number(rows[0]?.n)
  }
  await vi.waitFor(
    async () => {
      await retryJobsNow(database.database)
      expect(await unfinished()).toBe(0)
    },
    { timeout: 50_000, interval: 100 },
  )
  // A mail that had arrived and was not answered comes again, with the same identity.
  for (const agent of agents) {
    const identities = remindersOf(agent).map(({ messageId }) => messageId)
    expect(new Set(identities).size, agent.email).toBe(1)
  }
  await mails.stop()
})
