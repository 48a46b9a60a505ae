import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAgent } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'raahi-mail-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('mails queued before a kill -9 are sent after the restart, including the one in progress', async () => {
  const { kysely: db, pool } = database.database
  const [first, second] = [await makeAgent(db), await makeAgent(db)]
  const { promise: never } = Promise.withResolvers<void>()
  const unreachable = await startMailServer({ onMail: () => never })
  const { address, child } = await startProduct(unreachable.url)
  for (const { email } of [first, second]) {
    const answer = await fetch(`${address}/api/auth/forgotPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(answer.status).toBe(200)
  }
  await vi.waitFor(() => expect(unreachable.mails).toHaveLength(1), { timeout: 20_000 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await unreachable.stop()
  // As after a long time: the running job and the last check for such jobs have timed out.
  await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL')
  const { rowCount } = await pool.query(
    "UPDATE pgboss.job SET started_on = started_on - interval '5 minutes' WHERE state = 'active'",
  )
  expect(rowCount).toBe(1)

  const server = await startMailServer()
  const restarted = await startProduct(server.url)
  await vi.waitFor(
    async () => {
      await retryJobsNow(database.database)
      const got = server.mails.map(({ to }) => to?.[0]?.address)
      expect(got.sort()).toEqual([first.email, second.email].sort())
    },
    { timeout: 30_000, interval: 200 },
  )
  const stoppedAt = performance.now()
  restarted.child.kill('SIGTERM')
  expect(await once(restarted.child, 'exit')).toEqual([0, null])
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  await server.stop()
})

/** Starts a process of the product on the database of this test. */
async function startProduct(smtpUrl: string): Promise<{ address: string; child: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: database.connectionString,
      SMTP_URL: smtpUrl,
      SERVER_PROCESSES: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const address = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), {
    timeout: 30_000,
    interval: 50,
  })
  return { address, child }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No port was given.')
  return address.port
}
