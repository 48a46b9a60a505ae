import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { listLeads } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config/index.ts'
import { lockLead } from '../../features/leads/public/leads.queries.ts'
import { expectError } from '../../testing/expect-error.ts'
import { giveMoney, makeAgent, makeLead } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connectDatabase, type Database } from '../database/connect.ts'
import { withTransaction } from '../database/transaction.ts'

let own: TestDatabase
let proxy: CuttableProxy
let database: Database
let app: FastifyInstance

beforeEach(async () => {
  own = await createTestDatabase({ poolSize: 3 })
  proxy = await openProxy(own.connectionString)
  database = connectDatabase({ connectionString: proxy.connectionString, poolSize: 3 })
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  app = await buildApp({ config, database })
})
afterEach(async () => {
  await app.close()
  await database.close()
  await proxy.cut()
  await own.drop()
})

interface CuttableProxy {
  connectionString: string
  cut(): Promise<void>
  reconnect(): Promise<void>
}

/** A proxy to the database whose connections the test can cut. */
async function openProxy(to: string): Promise<CuttableProxy> {
  // The client reads the address as the product does: a host and port, or the directory of a socket.
  const target = new pg.Client({ connectionString: to })
  const dial = () =>
    target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host)
  const open = new Set<Socket>()
  let port = 0
  let server: Server | undefined

  async function reconnect() {
    server = createServer((near) => {
      const far = dial()
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one)
        one.pipe(other)
        one.on('error', () => {}) // The test cuts the connection.
        one.on('close', () => other.destroy())
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address) port = address.port
  }

  async function cut() {
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server = undefined
    for (const socket of open) socket.destroy()
    open.clear()
    await closed
  }

  await reconnect()
  const { user = '', password, database = '' } = target
  const through = new URL(`postgresql://127.0.0.1:${port}/${database}`)
  through.username = user
  if (typeof password === 'string') through.password = password
  return { connectionString: through.href, cut, reconnect }
}

describe('while the database is unreachable', () => {
  it('the process stays alive and reports not ready, and serves again once the database is back', async () => {
    const agent = await makeAgent(own.database.kysely)
    const headers = { authorization: `Bearer ${agent.token}` }
    const statusOf = async (url: string) => (await app.inject({ url, headers })).statusCode
    expect(await statusOf('/healthz')).toBe(200)
    expect(await statusOf('/readyz')).toBe(200)
    expect(await statusOf(listLeads.path)).toBe(200)

    await proxy.cut()
    expect(await statusOf('/healthz')).toBe(200)
    expectError(await app.inject('/readyz'), 'SERVICE_UNAVAILABLE')
    const refused = await app.inject({ url: listLeads.path, headers })
    expectError(refused, 'SERVICE_UNAVAILABLE')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body).not.toMatch(/ECONN|Connection|127\.0\.0\.1|postgres/)

    await proxy.reconnect()
    await expect.poll(() => statusOf('/readyz'), { timeout: 5000 }).toBe(200)
    expect(await statusOf(listLeads.path)).toBe(200)
  })
})

describe('a stop', () => {
  it('completes and answers the running purchase, and accepts no new request', async () => {
    const db = own.database.kysely
    const agent = await makeAgent(db)
    await giveMoney(own.database, agent.id, 10_000)
    await setLeadPrice(db, 'both', 5000)
    const leadId = await makeLead(db)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const buy = () =>
      fetch(address + buyLead.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ leadId }),
      })

    let purchase: Promise<Response> | undefined
    let stopped: Promise<unknown> | undefined
    let isStopped = false
    await withTransaction(own.database, async (tx) => {
      await lockLead(tx, leadId)
      purchase = buy()
      await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(1)
      stopped = app.close().then(() => {
        isStopped = true
      })
      const live = async () => (await fetch(`${address}/healthz`).catch(() => null))?.status
      await expect.poll(live, { timeout: 5000 }).not.toBe(200)
      expect(isStopped).toBe(false)
    })
    const answer = await purchase
    expect(answer?.status).toBe(200)
    expect(await answer?.json()).toMatchObject({ success: true, data: { leadId, wallet: 50 } })
    await stopped
    const bought = await db.selectFrom('purchases').select('lead_id').execute()
    expect(bought).toEqual([{ lead_id: leadId }])
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await own.database.pool.query<{ n: number }>(
    "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return rows[0]?.n ?? 0
}
