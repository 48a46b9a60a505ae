import { randomUUID } from 'node:crypto'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashToken } from '../../platform/http/caller.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  approveKyc,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeAgents,
  makeLeads,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { createPurchaseQueue } from './purchase-queue.ts'
import { callBuyLeads, type PurchaseToMake } from './purchases.queries.ts'

let app: TestApp
let clients: HttpClients

beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

async function makeBuyer(paise: number): Promise<MadeUser> {
  const agent = await makeAgent(app.db)
  if (paise > 0) await giveMoney(app.database, agent.id, paise)
  return agent
}

async function makeBuyers(count: number, paise: number): Promise<MadeUser[]> {
  const agents = await makeAgents(app.db, count)
  await Promise.all(agents.map(({ id }) => giveMoney(app.database, id, paise)))
  return agents
}

function purchaseOf(
  userId: string,
  leadId: string,
  given: Partial<PurchaseToMake> = {},
): PurchaseToMake {
  return {
    purchaseId: randomUUID(),
    entryId: randomUUID(),
    buyer: { userId },
    leadId,
    expectedCostPaise: 5000,
    payWith: undefined,
    idempotency: null,
    requestId: 'a-request',
    ip: '127.0.0.1',
    ...given,
  }
}

const keyed = (key: string, body: string) => ({
  idempotency: { key, requestHash: Buffer.from(body) },
})

const outcomeOf = (outcome: { replayed: boolean } | Error | null) =>
  outcome === null
    ? 'no live agent'
    : outcome instanceof Error
      ? outcome.message
      : outcome.replayed
        ? 'replayed'
        : 'bought'

/** Terminates every database connection that runs a batch of purchases, until `done` is settled. */
async function killLists({ db }: TestApp, done: Promise<unknown>): Promise<void> {
  let isDone = false
  done.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%from buy_leads_of_callers(%'
        and pid <> pg_backend_pid()`.execute(db)
  }
}

describe('a batch of purchases', () => {
  it('each succeeds or fails separately, and the results are in the order of the batch', async () => {
    const [rich, poor] = [await makeBuyer(100_000), await makeBuyer(4999)]
    const [a = '', b = '', c = '', d = ''] = await makeLeads(app.db, 4)
    const outcomes = await callBuyLeads(app.database, [
      purchaseOf(poor.id, a),
      purchaseOf(rich.id, b, keyed('k1', 'b')),
      purchaseOf(rich.id, b, keyed('k1', 'b')),
      purchaseOf(rich.id, c, keyed('k1', 'c')),
      purchaseOf(rich.id, b),
      purchaseOf(rich.id, c, { expectedCostPaise: 4000 }),
      purchaseOf(rich.id, randomUUID()),
      purchaseOf(rich.id, c, { payWith: 'plan' }),
      purchaseOf(rich.id, d),
    ])
    expect(outcomes.map(outcomeOf)).toEqual([
      'INSUFFICIENT_WALLET_BALANCE',
      'bought',
      'replayed',
      'IDEMPOTENCY_KEY_REUSED',
      'LEAD_ALREADY_SOLD',
      'LEAD_PRICE_CHANGED',
      'LEAD_NOT_FOUND',
      'NO_PLAN_COVERS_LEAD',
      'bought',
    ])
    expect(await walletPaise(app.database, rich.id)).toBe(90_000)
    expect(await walletPaise(app.database, poor.id)).toBe(4999)
  })

  it('sells by token only to agents with a live session', async () => {
    const [live, suspended, loggedOut, expired, unpaid] = await makeBuyers(5, 10_000)
    const admin = await makeAdmin(app.db)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', suspended?.id ?? '')
      .execute()
    await sql`update sessions set ended_at = now() where user_id = ${loggedOut?.id}`.execute(app.db)
    await sql`update session_tokens set expires_at = now() where session_id in (
      select id from sessions where user_id = ${expired?.id})`.execute(app.db)
    await sql`update session_tokens set kind = 'refresh' where session_id in (
      select id from sessions where user_id = ${unpaid?.id})`.execute(app.db)
    const tokens = [suspended, loggedOut, expired, unpaid, admin].map((user) => user?.token ?? '')
    const leads = await makeLeads(app.db, 7)
    const byToken = (token: string, at: number) => ({
      ...purchaseOf('', leads[at] ?? ''),
      buyer: { tokenHash: hashToken(token) },
    })
    const refused = [...tokens, 'an unknown token'].map(byToken)
    const batch = [...refused, byToken(live?.token ?? '', 6)]
    const outcomes = await callBuyLeads(app.database, batch)
    expect(outcomes.map(outcomeOf)).toEqual([...refused.map(() => 'no live agent'), 'bought'])
    for (const single of refused) expect(await callBuyLeads(app.database, [single])).toEqual([null])
    const { rows } =
      await sql`select lead_id, user_id from purchases where lead_id = any(${leads})`.execute(
        app.db,
      )
    expect(rows).toEqual([{ lead_id: leads[6], user_id: live?.id }])
    await sql`update sessions set ended_at = now() where user_id = ${suspended?.id}`.execute(app.db)
  })

  it('sells only to approved agents while buying needs an approved KYC', async () => {
    const buyers = await makeBuyers(3, 5000)
    const leads = await makeLeads(app.db, 3)
    await approveKyc(app.db, buyers[1]?.id ?? '')
    await sql`update settings set buying_needs_kyc = true`.execute(app.db)
    const outcomes = await callBuyLeads(
      app.database,
      buyers.map(({ id }, at) => purchaseOf(id, leads[at] ?? '')),
    )
    await sql`update settings set buying_needs_kyc = false`.execute(app.db)
    expect(outcomes.map(outcomeOf)).toEqual(['KYC_NOT_APPROVED', 'bought', 'KYC_NOT_APPROVED'])
  })

  it('a locked lead is skipped soon and does not affect the others in the batch', async () => {
    const [first, second] = await makeBuyers(2, 10_000)
    const [held = '', free = ''] = await makeLeads(app.db, 2)
    await app.db.transaction().execute(async (tx) => {
      await sql`select from leads where id = ${held} for update`.execute(tx)
      const outcomes = await callBuyLeads(app.database, [
        purchaseOf(first?.id ?? '', held),
        purchaseOf(second?.id ?? '', free),
      ])
      expect(outcomes).toMatchObject([{ code: '55P03' }, { replayed: false }])
    })
    expect(await walletPaise(app.database, first?.id ?? '')).toBe(10_000)
    expect(await walletPaise(app.database, second?.id ?? '')).toBe(5000)
  })
})

describe('the queue', () => {
  it('a purchase of a locked lead waits alone and succeeds after the lock is released', async () => {
    const agents = await makeBuyers(12, 10_000)
    const leads = await makeLeads(app.db, 12)
    const held = leads[5] ?? ''
    let waited: Promise<{ status: number }>[] = []
    await app.db.transaction().execute(async (tx) => {
      await sql`select from leads where id = ${held} for update`.execute(tx)
      const answers = agents.map(({ token }, at) =>
        clients.call(buyLead, { token, body: { leadId: leads[at] } }),
      )
      const others = await Promise.all(answers.filter((_, at) => at !== 5))
      expect(tally(others.map(({ status }) => status))).toEqual({ 200: 11 })
      await untilWaiting(app.database, 1)
      waited = answers.slice(5, 6)
    })
    expect((await Promise.all(waited)).map(({ status }) => status)).toEqual([200])
  })

  it('batches of several products with the same leads and wallets all complete, and lose no purchase', async () => {
    const others = [await app.another(), await app.another()]
    const queues = [app, ...others].map(({ database }) => createPurchaseQueue(database))
    const agents = await makeBuyers(6, 100_000)
    const leads = await makeLeads(app.db, 60)
    // Each product buys every lead, in a different order, for the same agents.
    const purchases = queues.flatMap((make, product) =>
      leads.map((_, at) => {
        const lead = leads[(product === 1 ? leads.length - 1 - at : at) % leads.length] ?? ''
        return make(purchaseOf(agents[(at + product) % agents.length]?.id ?? '', lead))
      }),
    )
    const outcomes = await Promise.all(
      purchases.map((answer) => answer.catch((error: Error) => error)),
    )
    expect(tally(outcomes.map(outcomeOf))).toEqual({ bought: 60, LEAD_ALREADY_SOLD: 120 })
    const balances = await Promise.all(agents.map(({ id }) => walletPaise(app.database, id)))
    expect(balances.reduce((sum, paise) => sum + paise, 0)).toBe(600_000 - 60 * 5000)
    for (const other of others) await other.close()
  })

  it('after lost connections, a retry with the same key gets the response and pays once', async () => {
    const agents = await makeBuyers(20, 1_000_000)
    let bought = 0
    let unanswered = 0
    for (let wave = 0; unanswered === 0 && wave < 50; wave += 1) {
      const leads = await makeLeads(app.db, 40)
      const buy = (leadId: string, at: number) => {
        const { token = '' } = agents[at % agents.length] ?? {}
        return clients.call(buyLead, { token, body: { leadId }, key: leadId })
      }
      const purchases = Promise.all(leads.map(buy))
      await killLists(app, purchases)
      const statuses = (await purchases).map(({ status }) => status)
      unanswered += statuses.filter((status) => status === 503).length
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
      const again = await Promise.all(leads.map(buy))
      expect(tally(again.map(({ status }) => status))).toEqual({ 200: 40 })
      bought += 40
    }
    expect(unanswered).toBeGreaterThan(0)
    const balances = await Promise.all(agents.map(({ id }) => walletPaise(app.database, id)))
    expect(balances.reduce((sum, paise) => sum + paise, 0)).toBe(20_000_000 - bought * 5000)
  })

  it('any number of purchases that wait for locked leads do not delay others', async () => {
    const agents = await makeBuyers(6, 10_000)
    const [free = '', ...held] = await makeLeads(app.db, 6)
    const buy = (at: number, leadId: string) =>
      clients.call(buyLead, { token: agents[at]?.token ?? '', body: { leadId } })
    let waited: Promise<{ status: number }>[] = []
    await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('leads').select('id').where('id', 'in', held).forUpdate().execute()
      waited = held.map((leadId, at) => buy(at + 1, leadId))
      await untilWaiting(app.database, held.length)
      // Longer than the lock timeout of a batch.
      await sql`select pg_sleep(0.15)`.execute(tx)
      expect((await buy(0, free)).status).toBe(200)
    })
    expect(tally((await Promise.all(waited)).map(({ status }) => status))).toEqual({ 200: 5 })
  })

  it('rejects purchases that wait ten seconds for a database that hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hanging = { ...app.database, prepared: () => new Promise<never>(() => {}) }
    const make = createPurchaseQueue(hanging)
    // Three purchases run in statements that hang, one per batch. The fourth purchase waits.
    for (let list = 0; list < 3; list += 1) {
      void make(purchaseOf(randomUUID(), randomUUID()))
      await new Promise(setImmediate)
    }
    const refused = expect(make(purchaseOf(randomUUID(), randomUUID()))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    vi.advanceTimersByTime(10_000)
    await refused
    vi.useRealTimers()
  })
})
