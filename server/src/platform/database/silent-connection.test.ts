import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connectDatabase, type Database } from './connect.ts'
import { isDatabaseUnavailable } from './errors.ts'

// A proxy to the database that can stop forwarding data without closing connections.

let own: TestDatabase
let server: Server
let isDead = false
const open = new Set<Socket>()
let database: Database
const lost: string[] = []

beforeAll(async () => {
  own = await createTestDatabase({ poolSize: 2 })
  // The client reads the address as the product does: a host and port, or the directory of a socket.
  const { host, port } = new pg.Client({ connectionString: own.connectionString })
  server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => {
        if (!isDead) to.write(bytes)
      })
      from.on('error', () => {}) // The product closes it, which is expected.
      from.on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(own.connectionString)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  database = connectDatabase({
    connectionString: url.href,
    poolSize: 2,
    answerWithinMs: 1000,
    onConnectionError: ({ message }) => lost.push(message),
  })
})
afterAll(async () => {
  await database.close()
  for (const socket of open) socket.destroy()
  server.close()
  await own.drop()
})
beforeEach(() => {
  isDead = false
  lost.length = 0
})

test('a statement without a response fails as unavailable, and the next one gets another connection', async () => {
  // Both are connected before forwarding stops.
  await Promise.all([1, 2].map(() => database.pool.query('SELECT pg_sleep(0.2)')))
  isDead = true
  const outcomes = await Promise.all([
    database.pool.query('SELECT 1').catch((error: unknown) => error),
    database.kysely
      .transaction()
      .execute((tx) => tx.selectFrom('users').select('id').execute())
      .catch((error: unknown) => error),
  ])
  expect(outcomes.map(isDatabaseUnavailable)).toEqual([true, true])
  isDead = false
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('an idle connection is kept however long it is silent, and so is one that responds', async () => {
  const client = await database.pool.connect()
  const pid = 'SELECT pg_backend_pid() AS pid'
  const before = await client.query(pid)
  await database.pool.query('SELECT pg_sleep(1.5)').catch(() => {}) // The other connection is idle meanwhile.
  expect(lost).toEqual(['Connection terminated: no answer in time'])
  expect((await client.query(pid)).rows).toEqual(before.rows)
  await client.query('SELECT pg_sleep(0.1)')
  client.release()
  expect(lost).toHaveLength(1)
})
