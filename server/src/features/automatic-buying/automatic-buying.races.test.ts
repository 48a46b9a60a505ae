import { setTimeout as pause } from 'node:timers/promises'
import { updateLeadCost } from '@raahi/contract/lead-costs'
import { buyLead } from '@raahi/contract/purchases'
import { suspendUser } from '@raahi/contract/users'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sqlState } from '../../platform/database/errors.ts'
import { makeDue, makeRule, minuteOld } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgents,
  makeLeads,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { repetitions } from '../../testing/long-tests.ts'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { queueMatching, queueTask } from '../../testing/queue-jobs.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const isLong = repetitions(1) > 1
const ruleCount = isLong ? 50 : 8
const leadCount = isLong ? 500 : 40

let app: TestApp
let clients: HttpClients
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp({ poolSize: 20, runsTasks: true })
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** Repeats a disturbance until the race is over. */
function disturb(isOver: () => boolean, act: () => Promise<unknown>): Promise<void> {
  return (async () => {
    while (!isOver()) {
      await act().catch(ignoreBrokenConnection)
      // This is no wait for a condition. The pause leaves time for the other work.
      await pause(20)
    }
  })()
}

/** `breakConnection` may terminate a connection that has finished its purchase and serves a disturbance by then. */
function ignoreBrokenConnection(error: unknown): void {
  if (sqlState(error) !== '57P01') throw error
}

/** Breaks a connection that is buying automatically, as a crash of its process does. */
const breakConnection = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
      and (strpos(query, 'buy_lead_automatically(') > 0 or strpos(query, 'from automatic_buying_matches m') > 0)
      and random() < 0.1`.execute(app.db)

it(`exceeds no limit with ${ruleCount} rules and ${leadCount} leads despite manual buyers, changed prices, suspensions, pauses, refills and crashes`, {
  timeout: isLong ? 600_000 : 90_000,
}, async () => {
  const agents = await makeAgents(app.db, ruleCount)
  const manual = await makeAgents(app.db, 5)
  // Some rules have a higher floor, so they wait for a refill.
  await Promise.all(agents.map(({ id }) => giveMoney(app.database, id, 120_00)))
  await Promise.all(manual.map(({ id }) => giveMoney(app.database, id, 200_00)))
  const rules = await Promise.all(
    agents.map(({ id }, at) =>
      makeRule(app.db, id, {
        daily_paise: 100_00 + at * 13_37,
        daily_leads: 2 + (at % 7),
        max_price_paise: at % 3 === 0 ? 5500 : 6000,
        floor_paise: at % 2 === 0 ? 0 : 133_33,
      }),
    ),
  )
  const leads = await makeLeads(app.db, leadCount, minuteOld)
  await queueMatching(app.db, leads)
  const [cost] = await app.db.selectFrom('lead_costs').select('id').execute()
  let price = 50
  let isDone = false
  let kills = 0
  const isOver = () => isDone
  const second = isLong ? startSecond() : undefined
  const disturbances = [
    disturb(isOver, async () => {
      await makeDue(app.db)
      await queueTask(app.db, 'automatic-buying')
    }),
    disturb(isOver, () => {
      price = price === 50 ? 60 : 50
      const params = { id: cost?.id ?? '' }
      return clients.call(updateLeadCost, { token: admin.token, params, body: { price } })
    }),
    disturb(isOver, () => {
      const [{ token }, leadId] = [pick(manual), pick(leads)]
      return clients.call(buyLead, { token, body: { leadId, expectedCost: price } })
    }),
    disturb(isOver, async () => {
      const params = { userId: pick(agents).id }
      for (const status of ['suspended', 'active'])
        await clients.call(suspendUser, { token: admin.token, params, query: `status=${status}` })
      // A suspension pauses the rules, so the test resumes them as the agent would.
      await sql`update automatic_buying_rules set paused_at = null, paused_by = null
        where user_id = ${params.userId}`.execute(app.db)
    }),
    disturb(isOver, async () => {
      const id = pick(rules)
      await sql`update automatic_buying_rules set paused_at = now(), paused_by = 'agent' where id = ${id}`.execute(
        app.db,
      )
      await sql`update automatic_buying_rules set paused_at = null, paused_by = null where id = ${id}`.execute(
        app.db,
      )
    }),
    disturb(isOver, () =>
      clients.call(rechargeWallet, {
        token: admin.token,
        body: { userId: pick(agents).id, amount: 30.01 },
      }),
    ),
    disturb(isOver, breakConnection),
  ]
  try {
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ left: number }>`
          select (select count(*) from pgboss.job where name = 'match-lead' and state <> 'completed')
          + (select count(*) from automatic_buying_matches) as left`.execute(app.db)
        expect(rows[0]?.left).toBe(0)
      },
      { timeout: isLong ? 300_000 : 60_000, interval: 50 },
    )
  } finally {
    isDone = true
    await Promise.all(disturbances)
    kills = (await second?.stop()) ?? 0
  }
  if (isLong) expect(kills).toBeGreaterThan(1)
  const { rows } = await sql<{ automatic: number; manual: number; agents: number }>`
    select (select count(*)::integer from automatic_purchases) as automatic,
      (select count(*)::integer from purchases p where not exists
        (select from automatic_purchases a where a.purchase_id = p.id)) as manual,
      (select count(distinct user_id)::integer from automatic_purchases) as agents`.execute(app.db)
  expect(rows[0]?.automatic).toBeGreaterThan(ruleCount)
  expect(rows[0]?.manual).toBeGreaterThan(0)
  await expectAllInvariantsHold(app.database)
})

/** Runs a second process of the product on the same database, and kills and restarts it repeatedly. */
function startSecond(): { stop(): Promise<number> } {
  let isStopped = false
  let kills = 0
  const running = (async () => {
    while (!isStopped) {
      const product: ProductProcess = await startProduct({
        DATABASE_URL: app.database.pool.options.connectionString,
        DATA_DIR: app.config.dataDir,
      })
      await pause(500)
      await product.kill()
      kills += 1
    }
  })()
  return {
    /** @returns how often the process was killed */
    async stop() {
      isStopped = true
      await running
      return kills
    },
  }
}
