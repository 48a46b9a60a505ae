import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAgent } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
let folder: string
const products: ProductProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'raahi-mail-'))
})
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('mails queued before a kill -9 are sent after the restart, including the one in progress', async () => {
  const { kysely: db, pool } = database.database
  const [one, other] = [await makeAgent(db), await makeAgent(db)]
  const { promise: never } = Promise.withResolvers<void>()
  const unreachable = await startMailServer({ onMail: () => never })
  const first = await startOnDatabase(unreachable.url)
  for (const { email } of [one, other]) {
    const answer = await fetch(`${first.address}/api/auth/forgotPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(answer.status).toBe(200)
  }
  await vi.waitFor(() => expect(unreachable.mails).toHaveLength(1), { timeout: 20_000 })
  await first.kill()
  await unreachable.stop()
  // As after a long time: the running job and the last check for such jobs have timed out.
  await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL')
  const { rowCount } = await pool.query(
    "UPDATE pgboss.job SET started_on = started_on - interval '5 minutes' WHERE state = 'active'",
  )
  expect(rowCount).toBe(1)

  const server = await startMailServer()
  const restarted = await startOnDatabase(server.url)
  await vi.waitFor(
    async () => {
      await retryJobsNow(database.database)
      const got = server.mails.map(({ to }) => to?.[0]?.address)
      expect(got.sort()).toEqual([one.email, other.email].sort())
    },
    { timeout: 30_000, interval: 200 },
  )
  const stoppedAt = performance.now()
  expect(await restarted.stop()).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  await server.stop()
})

/** Starts a process of the product on the database of this test. */
async function startOnDatabase(smtpUrl: string): Promise<ProductProcess> {
  const product = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    SMTP_URL: smtpUrl,
  })
  products.push(product)
  return product
}
