import { decidedHow } from '@raahi/contract/leads'
import { type ReplacementReason, replacementReasons } from '@raahi/contract/replacement-reasons'
import { getReturnFigures } from '@raahi/contract/return-figures'
import { changeReturnPolicy } from '@raahi/contract/return-policy'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  firstTerms,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createReturnFigures } from './read-return-figures.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 10_000_00)
  await setLeadPrice(app.db, 'domestic', 5000)
  // Moves the start of version 1 into the past. A trigger rejects this change, so triggers are disabled.
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update return_policies set starts_at = now() - interval '1 year'`.execute(tx)
  })
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** Reads with a new reader, which has no cached figures. */
const read = () => createReturnFigures(app.database)()

async function buy(ago = '0 seconds') {
  const leadId = await makePurchase(app.database, agent.id)
  await sql`update purchases set created_at = created_at - ${ago}::interval where lead_id = ${leadId}`.execute(
    app.db,
  )
  return leadId
}

interface Asked {
  reason: ReplacementReason | null
  /** The age of the request. */
  ago: string
  outcome: 'pending' | 'approved' | 'rejected' | 'late'
}

async function ask(leadId: string, { reason, ago, outcome }: Asked) {
  const id = uuidv7()
  await sql`select create_replacement_request(${id}, ${agent.id}, ${leadId}, ${reason},
    'it rings out', 2)`.execute(app.db)
  await sql`update replacement_requests set created_at = created_at - ${ago}::interval,
    decide_by = decide_by - ${ago}::interval where id = ${id}`.execute(app.db)
  if (outcome === 'pending') return
  const by = outcome === 'late' ? null : admin.id
  const action = outcome === 'late' ? 'approved' : outcome
  await sql`select decide_replacement(${id}, ${action}, ${by}, ${uuidv7()})`.execute(app.db)
}

it('are hidden below 30 purchases of 90 days, and the policy is shown', async () => {
  for (let n = 0; n < 29; n += 1) await buy(`${n} days`)
  const old = await buy('91 days')
  const few = await read()
  expect(few.figures).toBeNull()
  expect(few.policy).toMatchObject({ version: 1, reportDays: 14, decideHours: 48 })
  await sql`update purchases set created_at = now() - interval '89 days' where lead_id = ${old}`.execute(
    app.db,
  )
  expect((await read()).figures).toMatchObject({
    purchases: 30,
    returned: 0,
    waiting: 0,
    minutesToDecide: null,
  })
})

/** The value below which a share of the sorted values lies, interpolated as SQL's percentile_cont. */
function percentile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

it('equal what the tables say', async () => {
  const asked: Asked[] = [
    { reason: 'unreachable', ago: '5 minutes', outcome: 'approved' },
    { reason: 'unreachable', ago: '3 hours', outcome: 'rejected' },
    { reason: 'unreachable', ago: '1 hour', outcome: 'pending' },
    { reason: 'wrong-number', ago: '49 hours', outcome: 'late' },
    { reason: 'duplicate', ago: '40 hours', outcome: 'approved' },
    { reason: null, ago: '2 minutes', outcome: 'rejected' },
    { reason: 'other', ago: '20 minutes', outcome: 'approved' },
  ]
  for (const one of asked) await ask(await buy('3 days'), one)
  // Two requests of one purchase.
  const twice = await buy('3 days')
  await ask(twice, { reason: 'wrong-details', ago: '30 hours', outcome: 'rejected' })
  await ask(twice, { reason: 'unreachable', ago: '1 hour', outcome: 'approved' })
  // 8 decisions are too few for the 95th percentile.
  expect((await read()).figures?.minutesToDecide).toMatchObject({ p95: null })
  for (let n = 1; n <= 12; n += 1) {
    await ask(await buy('3 days'), {
      reason: 'unreachable',
      ago: `${3 * n} hours`,
      outcome: 'rejected',
    })
  }
  // A purchase before these days does not count, and neither does its request.
  const old = await buy('10 days')
  await ask(old, { reason: 'duplicate', ago: '3 days', outcome: 'late' })
  await sql`update purchases set created_at = now() - interval '91 days' where lead_id = ${old}`.execute(
    app.db,
  )

  const purchases = await app.db.selectFrom('purchases').select(['id', 'created_at']).execute()
  const recent = new Set(
    purchases
      .filter(({ created_at }) => created_at.getTime() > Date.now() - 90 * 86_400_000)
      .map(({ id }) => id),
  )
  const requests = (await app.db.selectFrom('replacement_requests').selectAll().execute()).filter(
    ({ purchase_id }) => recent.has(purchase_id),
  )
  const count = (fits: (request: (typeof requests)[number]) => boolean) =>
    requests.filter(fits).length
  const minutes = requests
    .flatMap(({ created_at, decided_at }) => (decided_at ? [+decided_at - +created_at] : []))
    .map((ms) => ms / 60_000)
    .sort((a, b) => a - b)
  const { figures } = await read()
  expect(figures).toEqual({
    purchases: recent.size,
    returned: count(({ status }) => status === 'approved'),
    waiting: 1,
    byReason: Object.keys(replacementReasons).map((reason) => {
      const isOfReason = (code: string | null) => (code ?? 'other') === reason
      return {
        reason,
        requests: count(({ reason_code }) => isOfReason(reason_code)),
        approved: count(
          ({ reason_code, status }) => isOfReason(reason_code) && status === 'approved',
        ),
      }
    }),
    byDecision: decidedHow.map((how) => ({
      decidedHow: how,
      approved: count((one) => one.decided_how === how && one.status === 'approved'),
      rejected: count((one) => one.decided_how === how && one.status === 'rejected'),
    })),
    minutesToDecide: {
      median: Math.ceil(percentile(minutes, 0.5)),
      p95: Math.ceil(percentile(minutes, 0.95)),
    },
  })
  expect(figures?.purchases).toBe(50)
  expect(figures?.returned).toBe(5)
})

it('are read once a minute and again after a failure, the policy each time', async () => {
  let nowMs = 0
  const kept = createReturnFigures(app.database, () => nowMs)
  const [one, two] = await Promise.all([kept(), kept()])
  expect(two).toEqual(one)
  const terms = { ...firstTerms, reportDays: 21, decideHours: 24 }
  await app.as(admin).call(changeReturnPolicy, { body: { version: 1, ...terms } })
  await makePurchase(app.database, agent.id)
  const changed = await kept()
  expect(changed.policy).toMatchObject({ version: 2, ...terms })
  expect(changed.figures).toEqual(one.figures)
  nowMs = 60_000
  expect((await kept()).figures?.purchases).toBe((one.figures?.purchases ?? 0) + 1)

  const broken = Object.assign(Object.create(app.database), { kysely: null })
  const failing = createReturnFigures(broken)
  await expect(failing()).rejects.toThrow()
  broken.kysely = app.db
  expect((await failing()).policy.version).toBe(2)
})

it('name no agent and no admin', async () => {
  const { text, data } = await app.call(getReturnFigures)
  expect(data.policy.version).toBe(2)
  expect(data.policy).not.toHaveProperty('by')
  expect(text).not.toContain(admin.id)
  expect(text).not.toContain(agent.id)
})
