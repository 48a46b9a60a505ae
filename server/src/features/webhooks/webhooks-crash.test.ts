import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { giveMoney, makeAgent, makePurchase } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { mainInTrial } from '../../testing/product-process.ts'
import { makeWebhook, startWebhookReceiver, verify } from '../../testing/webhooks.ts'
import { createEncryption } from '../two-factor/public/encryption.ts'

const purchases = 8
const key = randomBytes(32)

const crash = prepareCrashTest()
const start = () => crash.start({ TWO_FACTOR_KEY: key.toString('base64') }, mainInTrial)

test('every purchase arrives, with one webhook-id each, although the process is killed while it sends them', async () => {
  const { database } = crash
  const db = database.kysely
  const receiver = await startWebhookReceiver()
  const agent = await makeAgent(db)
  await setLeadPrice(db, 'both', 50_00)
  await giveMoney(database, agent.id, 100_000_00)
  const { secret } = await makeWebhook(db, createEncryption([key]), agent.id, {
    url: receiver.url,
    events: ['lead.purchased'],
  })
  // The first process is killed after a message has arrived and before it gets a response.
  receiver.answerWith('never')
  const first = await start()
  for (let bought = 0; bought < purchases; bought += 1) await makePurchase(database, agent.id)
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(1), {
    timeout: 20_000,
    interval: 5,
  })
  await first.kill()
  receiver.answerWith(200)
  await crash.expireRunningJobs()
  // Its claims end after a minute.
  await sql`update webhook_deliveries set claimed_until = clock_timestamp() - interval '1 second'
    where claimed_until is not null`.execute(db)

  await start()
  await vi.waitFor(
    async () => {
      await retryJobsNow(database)
      const { rows } = await sql<{ state: string }>`
        select distinct state from webhook_deliveries`.execute(db)
      expect(rows).toEqual([{ state: 'delivered' }])
    },
    { timeout: 30_000, interval: 100 },
  )
  const sold = receiver.received.map(({ body }) => body.data.purchaseId)
  expect(new Set(sold).size).toBe(purchases)
  const ids = receiver.received.map(({ id, body }) => `${id} ${body.data.purchaseId}`)
  expect(new Set(ids).size).toBe(purchases)
  expect(receiver.received.length).toBeGreaterThan(purchases)
  for (const message of receiver.received) verify(secret, message)
  await receiver.close()
})
