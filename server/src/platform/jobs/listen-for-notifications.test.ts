import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createJobQueue } from './job-queue.ts'
import { listenForNotifications, type NotificationListener } from './listen-for-notifications.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

let line: Line
beforeEach(async () => {
  line = await openLine(db.connectionString)
})
afterEach(() => line.close())

/** The error that PostgreSQL's processes send after the postmaster was killed, and the error that PgBouncer adds. */
const finalErrors = [
  fatal('57P01', 'terminating connection due to unexpected postmaster exit'),
  fatal('08P01', 'server conn crashed?'),
]

test('two errors in one packet, as a pooler forwards them after the database died, do not end the process', async () => {
  const received: string[] = []
  const lost: string[] = []
  let listens = 0
  const listener = await startListening({
    onNotification: (payload) => received.push(payload),
    onListening: () => (listens += 1),
    onLost: (error) => lost.push(String(error)),
  })
  await announce('one')
  await vi.waitFor(() => expect(received).toEqual(['one']), { timeout: 5000 })
  line.hangUp(Buffer.concat(finalErrors)) // A second error without a listener would end the process and this test run.
  await vi.waitFor(() => expect(listens).toBe(2), { timeout: 5000 })
  await announce('two')
  await vi.waitFor(() => expect(received).toEqual(['one', 'two']), { timeout: 5000 })
  expect(lost).toHaveLength(1)
  expect(lost[0]).toContain('unexpected postmaster exit')
  await listener.close()
})

test('listens to a database that starts later', async () => {
  await line.refuse(true)
  let listens = 0
  const lost: unknown[] = []
  const listener = await startListening({
    onNotification: () => {},
    onListening: () => (listens += 1),
    onLost: (error) => lost.push(error),
  })
  expect([listens, lost.length]).toEqual([0, 1])
  await line.refuse(false)
  await vi.waitFor(() => expect(listens).toBe(1), { timeout: 5000 })
  await listener.close()
  await announce('after the close')
})

test('jobs run immediately again after a lost connection', async () => {
  const errors: object[] = []
  const log = { info() {}, warn() {}, error: (details: object) => errors.push(details) }
  const jobs = createJobQueue({ ...db.database, connectionString: line.address }, log)
  const done: number[] = []
  jobs.handle<{ n: number }>('mail', async ({ data }) => void done.push(data.n))
  const send = (n: number) =>
    jobs.send(db.database.kysely, {
      queue: 'mail',
      data: { n },
      retries: { limit: 2, firstPauseSeconds: 60 },
    })
  await send(1)
  await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 5000 })
  line.hangUp(Buffer.concat(finalErrors))
  // Far less than the polling interval of the queue.
  await send(2)
  await vi.waitFor(() => expect(done).toEqual([1, 2]), { timeout: 10_000 })
  expect(errors).toEqual([])
  await jobs.stop()
})

const startListening = (
  handlers: Parameters<typeof listenForNotifications>[2],
): Promise<NotificationListener> => listenForNotifications(line.address, 'raahi_test', handlers)

async function announce(text: string): Promise<void> {
  await db.database.pool.query(`select pg_notify('raahi_test', $1)`, [text])
}

/** An ErrorResponse of PostgreSQL's protocol. */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

interface Line {
  address: string
  /** Sends the bytes to all clients in one packet and closes the connections. */
  hangUp(bytes: Buffer): void
  refuse(on: boolean): Promise<void>
  close(): Promise<void>
}

/** A proxy between a client and the database, like a pooler. */
async function openLine(to: string): Promise<Line> {
  const target = new pg.Client({ connectionString: to })
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host)
    open.add(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {}) // The test cuts this connection.
      one.on('close', () => other.destroySoon())
      one.pipe(other, { end: false })
    }
    near.on('close', () => open.delete(near))
  })
  const listen = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen()
  const address = new URL(to)
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String(port)
  const shut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const near of open) near.destroy()
    await closed
  }
  return {
    address: address.href,
    hangUp(bytes) {
      for (const near of open) near.end(bytes)
    },
    async refuse(on) {
      if (on) await shut()
      else await listen(port)
    },
    close: shut,
  }
}
