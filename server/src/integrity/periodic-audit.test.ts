import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addHealthRoutes } from '../platform/http/health.ts'
import { giveMoney, makeAgent, makePurchase } from '../testing/factories.ts'
import { setLeadPrice } from '../testing/insert-records.ts'
import { scrape } from '../testing/scrape.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { readAuditState, readAuditStatus, verdictOf } from './audit-result.queries.ts'
import { checkInvariants, checkInvariantsWithin, invariantCount } from './check-invariants.ts'
import { auditIfDue, auditOnce, auditTasks } from './periodic-audit.ts'

type Line = { level: string; message: string; [fact: string]: unknown }

/** A log that collects its lines. */
function createTestLog() {
  const lines: Line[] = []
  const keep = (level: string) => (facts: object, message: string) => {
    lines.push({ level, message, ...facts })
  }
  return {
    lines,
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    fatal: keep('fatal'),
  }
}

let app: TestApp
let probes: FastifyInstance
beforeAll(async () => {
  app = await createTestApp()
  // A product with periodic audits would run additional ones during the tests.
  const config = { ...app.config, auditEveryMinutes: 5 }
  probes = Fastify()
  addHealthRoutes(probes, () => readAuditStatus(app.database, config.auditEveryMinutes))
})
afterAll(async () => {
  await probes.close()
  await app.close()
})

const audit = async (log = createTestLog()) => {
  await auditOnce(app.database, await readAuditState(app.database), log)
  return log.lines
}
const readiness = async (path = '/readyz') => {
  const { statusCode, body } = await probes.inject(path)
  return { status: statusCode, ...JSON.parse(body) }
}
const wholeInvariant = 'each wallet holds the sum of its postings and is not negative'

/** Makes a wallet's balance one rupee more than its postings, until `repairWallet`. */
async function breakWallet() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 50_000)
  await sql`update accounts set balance_paise = balance_paise + 100 where user_id = ${agent.id}`.execute(
    app.db,
  )
  return agent
}

const repairWallet = () =>
  sql`update accounts set balance_paise = sums.paise from (
    select account_id, sum(amount_paise) as paise from postings group by 1
  ) sums where accounts.id = account_id and kind = 'wallet'`.execute(app.db)
afterEach(async () => {
  await repairWallet()
  await sql`delete from invariant_audit`.execute(app.db)
})

describe('a violated invariant', () => {
  it('is logged by name at level fatal, without data about people', async () => {
    const agent = await breakWallet()
    const lines = await audit()
    expect(lines).toEqual([
      {
        level: 'fatal',
        message: 'LEDGER INVARIANT VIOLATED',
        invariant: wholeInvariant,
        rows: 1,
        tookMs: expect.any(Number),
      },
    ])
    expect(JSON.stringify(lines)).not.toContain(agent.id)
  })

  it('fails a detail of the readiness and a separate probe, while the product still serves', async () => {
    expect(await readiness()).toEqual({
      status: 200,
      success: true,
      checks: { database: 'ok', invariants: 'unchecked' },
    })
    await breakWallet()
    await audit()
    expect(await readiness()).toEqual({
      status: 200,
      success: true,
      checks: { database: 'ok', invariants: 'off' },
    })
    expect(await readiness('/readyz/invariants')).toEqual({
      status: 503,
      success: false,
      checks: { invariants: 'off' },
    })
    await repairWallet()
    expect((await audit()).map(({ message }) => message)).toEqual([
      'all ledger invariants hold again',
    ])
    expect((await readiness()).checks.invariants).toBe('whole')
    expect((await readiness('/readyz/invariants')).status).toBe(200)
  })

  it('appears in the metrics of every instance until it is corrected', async () => {
    const other = await app.another()
    await breakWallet()
    await audit()
    const seen = await scrape(other.app)
    expect(seen.get('raahi_invariants')).toBe(invariantCount)
    expect(seen.get('raahi_invariants_broken')).toBe(1)
    expect(seen.get(`raahi_invariant_broken{invariant="${wholeInvariant}"}`)).toBe(1)
    expect(seen.get('raahi_invariant_verdict{verdict="off"}')).toBe(1)
    expect(seen.get('raahi_invariant_audit_age_seconds')).toBeLessThan(60)
    await repairWallet()
    await audit()
    const after = await scrape(other.app)
    expect(after.get('raahi_invariants_broken')).toBe(0)
    expect(after.get('raahi_invariant_verdict{verdict="whole"}')).toBe(1)
    expect([...after.keys()].filter((series) => series.includes('invariant='))).toEqual([])
    await other.close()
  })
})

describe('a missing audit', () => {
  it('is reported as late after three missed periods, not before', async () => {
    await audit()
    const agedBy = async (minutes: number) => {
      await sql`update invariant_audit set finished_at = now() - make_interval(mins => ${minutes}::integer)`.execute(
        app.db,
      )
      return (await readiness('/readyz/invariants')).status
    }
    expect(await agedBy(14)).toBe(200)
    expect(await agedBy(16)).toBe(503)
    expect((await readiness()).checks.invariants).toBe('late')
    expect(verdictOf(await readAuditState(app.database), 0)).toBe('whole')
  })

  it.each(['complete', 'fast'] as const)(
    'names invariants of the %s audit that took too long, and checks the others',
    async (scope) => {
      await setLeadPrice(app.db, 'both', 5000)
      const agent = await makeAgent(app.db)
      await giveMoney(app.database, agent.id, 50_000)
      await makePurchase(app.database, agent.id)
      await breakWallet()
      // A locked table cannot be read, so its invariants exceed the time limit.
      const holder = await app.database.pool.connect()
      await holder.query('begin; lock table refunds in access exclusive mode')
      const { findings, unchecked } = await checkInvariantsWithin(app.database, {
        scope,
        statementTimeoutMs: 1000,
      })
      await holder.query('rollback')
      holder.release()
      expect(findings.map(({ invariant }) => invariant)).toEqual([wholeInvariant])
      expect(unchecked.length).toBeGreaterThan(0)
      expect(unchecked.length).toBeLessThan(invariantCount / 2)
      // It reads refunds, and the rows that the fast audit reads once for several invariants.
      expect(unchecked).toContain(
        'each Online entry belongs to a captured payment or to its refund',
      )
      expect(unchecked).not.toContain('all postings sum to zero')
    },
  )

  it('is aborted at once when the product stops', async () => {
    const holder = await app.database.pool.connect()
    await holder.query('begin; lock table refunds in access exclusive mode')
    const log = createTestLog()
    const [task] = auditTasks({ database: app.database, everyMinutes: 5 }, log)
    const stopping = new AbortController()
    const running = task?.run(stopping.signal)
    const waits = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
      return rows[0]?.n
    }
    try {
      await expect.poll(waits, { timeout: 30_000 }).toBe(1)
      const began = performance.now()
      stopping.abort()
      await running
      // Without the abort the audit waits ten seconds for the table.
      expect(performance.now() - began).toBeLessThan(5000)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await readAuditState(app.database)).toBeNull()
    expect(log.lines).toEqual([])
  })
})

it('is made once per period by all instances together', async () => {
  const other = await app.another()
  const log = createTestLog()
  for (const _period of [1, 2, 3]) {
    expect(await auditIfDue(app.database, 5, log)).toBe(true)
    expect(await auditIfDue(other.database, 5, log)).toBe(false)
    await sql`update invariant_audit set finished_at = now() - interval '301 seconds'`.execute(
      app.db,
    )
  }
  expect(log.lines.map(({ message }) => message)).toEqual(
    Array(3).fill('all ledger invariants hold'),
  )
  await other.close()
})

it("is made even if the database's clock was set back by a day", async () => {
  const log = createTestLog()
  expect(await auditIfDue(app.database, 5, log)).toBe(true)
  await sql`update invariant_audit set finished_at = now() + interval '1 day'`.execute(app.db)
  expect(await auditIfDue(app.database, 5, log)).toBe(true)
  expect(await auditIfDue(app.database, 5, log)).toBe(false)
})

it('finds the same violations with time limits as without, and writes nothing', async () => {
  await breakWallet()
  const bounded = await checkInvariantsWithin(app.database, {
    scope: 'complete',
    statementTimeoutMs: 60_000,
  })
  expect(bounded).toEqual({ findings: await checkInvariants(app.database), unchecked: [] })
  expect(bounded.findings).toHaveLength(1)
})
