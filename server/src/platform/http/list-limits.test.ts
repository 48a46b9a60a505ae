import type { EndpointSpec } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import { buyLead } from '@raahi/contract/purchases'
import { allTransactions, exportMyTransactions } from '@raahi/contract/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { connectDatabase } from '../database/connect.ts'
import type { ListLimits } from '../database/list-slots.ts'

let app: TestApp
/** The same product with very low limits. */
let strict: TestApp
let agent: MadeUser
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  strict = await startWithLimits({ perUser: 1, waitMs: 1, statementMs: 200 })
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
})
afterAll(async () => {
  await strict.close()
  await app.close()
})

/** The same product with other limits. A statement has 60 s unless a limit is given. */
function startWithLimits(listLimits: Partial<ListLimits>): Promise<TestApp> {
  const database = connectDatabase({
    connectionString: app.database.connectionString,
    poolSize: 3,
    listPoolSize: 2,
    listLimits: { statementMs: 60_000, ...listLimits },
  })
  return startTestApp(database, app.config, () => database.close())
}

const lists = endpoints.filter((spec) => spec.list)
const takesUserId = ({ query }: EndpointSpec) =>
  query instanceof z.ZodObject && 'userId' in query.shape
/** The queries that calls require. */
const requiredQueries: Record<string, Record<string, string>> = {
  getRevenue: { by: 'destination' },
  findUnpaidOrders: { search: 'order' },
  findRecords: { search: 'goa' },
  previewLeadCost: { type: 'domestic', price: '60' },
}
/** The bodies of calls that take no contact. */
const bodies: Record<string, object> = { checkImport: {} }
const isPaged = ({ query }: EndpointSpec) => query instanceof z.ZodObject && 'page' in query.shape

it('every call with pages is declared as a list', () => {
  expect(endpoints.filter((spec) => isPaged(spec) && !spec.list)).toEqual([])
})

it.each(lists.map((spec) => [spec.name, spec]))(
  '%s is rejected with 429 while the lists of its user take all slots',
  async (_name, spec) => {
    const user = spec.access === 'admin' ? admin : agent
    const { promise, resolve } = Promise.withResolvers<void>()
    const never = { once() {}, off() {} }
    const running = strict.database.lists.slots.run(user.id, never, () => promise)
    const input = {
      params: { userId: user.id, id: user.id, column: 'new' },
      query: requiredQueries[spec.name] ?? (takesUserId(spec) ? { userId: user.id } : {}),
      ...(spec.body && { body: bodies[spec.name] ?? { phone: '9876543210' } }),
    }
    const answer = await strict.as(user).call(spec, input)
    resolve()
    await running
    expect([answer.status, answer.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(answer.headers['retry-after']).toBe('1')
  },
)

it('a statement download in progress waits for a slot for any time and arrives complete', async () => {
  const buyer = await makeAgent(app.db)
  await sql`select post_transfer(gen_random_uuid(), '00000000-0000-0000-0000-000000000004', ${buyer.id},
    100, 'recharge_by_admin', 'captured', ${buyer.id}) from generate_series(1, 1500)`.execute(
    app.db,
  )
  const single = await startWithLimits({ perUser: 1, waitMs: 200 })
  const never = { once() {}, off() {} }
  const { promise: isOver, resolve: endOther } = Promise.withResolvers<void>()
  const lock = await app.db.startTransaction().execute()
  await sql`lock table journal_entries in access exclusive mode`.execute(lock)
  const download = single.as(buyer).call(exportMyTransactions)
  await untilWaiting(app.database, 1, 'journal_entries')
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  // Takes the only slot as soon as the first batch is read.
  const other = single.database.lists.slots.run(
    buyer.id,
    never,
    async () => {
      begin()
      await isOver
    },
    Number.POSITIVE_INFINITY,
  )
  await lock.rollback().execute()
  await hasBegun
  expect((await single.as(buyer).call(exportMyTransactions)).status).toBe(429)
  endOther()
  await other
  expect((await download).text.match(/\r\n/g)).toHaveLength(1501)
  await single.close()
})

it('a list whose query takes too long is cancelled and answered with 503, and purchases continue', async () => {
  await setLeadPrice(app.db, 'both', 100)
  await giveMoney(app.database, agent.id, 100_000)
  const leadId = await makeLead(app.db)
  const lock = await app.db.startTransaction().execute()
  try {
    // The lock makes every read of transactions wait, like a very slow query.
    await sql`lock table journal_entries in access exclusive mode`.execute(lock)
    const slow = [1, 2, 3].map(async () => {
      const other = await makeAdmin(app.db)
      return strict.as(other).call(allTransactions, {})
    })
    for (const { status, code, headers } of await Promise.all(slow)) {
      expect([status, code]).toEqual([503, 'TOO_BUSY_RETRY'])
      expect(headers['retry-after']).toBe('2')
    }
    expect((await strict.app.inject('/readyz')).statusCode).toBe(200)
  } finally {
    await lock.rollback().execute()
  }
  expect((await strict.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
})
