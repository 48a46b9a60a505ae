import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makePushKeys } from '../../platform/push/push-client.ts'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { type MadeUser, makeAgents, makeSavedSearch } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { mainWithLoopbackPush } from '../../testing/product-process.ts'
import { makePushDevice, startPushService, type TestBrowser } from '../../testing/push-service.ts'
import { putLeadOnSale } from '../../testing/queue-jobs.ts'

const agentCount = 12
const vapid = makePushKeys()

const crash = prepareCrashTest()

const start = (mails: MailServer) =>
  crash.start(
    {
      SMTP_URL: mails.url,
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
    },
    mainWithLoopbackPush,
  )

test('every agent gets one mail and one message about a new lead, although the process is killed while it sends them', async () => {
  const { kysely: db } = crash.database
  const { promise: never } = Promise.withResolvers<void>()
  // The first process is killed after the third message of each kind has arrived and before it gets a response.
  let isFirst = true
  const stopAtThird = (count: () => number) => () =>
    isFirst && count() >= 3 ? never : Promise.resolve()
  const pushes = await startPushService(stopAtThird(() => pushes.received.length))
  const mails: MailServer = await startMailServer({ onMail: stopAtThird(() => mails.mails.length) })
  const agents = await makeAgents(db, agentCount)
  const browsers: TestBrowser[] = []
  for (const agent of agents) {
    const browser = pushes.subscribe()
    browsers.push(browser)
    await makePushDevice(db, agent, browser.subscription, vapid.publicKey)
    await makeSavedSearch(db, agent.id, { mail_alerts: 'at-once' })
  }
  await db.updateTable('users').set({ email_confirmed_at: new Date() }).execute()

  const first = await start(mails)
  await putLeadOnSale(db)
  await vi.waitFor(
    () => {
      expect(pushes.received.length).toBeGreaterThanOrEqual(3)
      expect(mails.mails.length).toBeGreaterThanOrEqual(3)
    },
    { timeout: 20_000, interval: 5 },
  )
  await first.kill()
  isFirst = false
  await crash.expireRunningJobs()

  await start(mails)
  const unfinished = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from lead_alerts) + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')) as n`.execute(
      db,
    )
    return Number(rows[0]?.n)
  }
  await vi.waitFor(
    async () => {
      await retryJobsNow(crash.database)
      expect(await unfinished()).toBe(0)
    },
    { timeout: 30_000, interval: 100 },
  )
  // A message that arrived without a response is sent again with the same identity, so that it replaces the first one.
  const identities = (of: MadeUser) =>
    mails.mails
      .filter(({ to }) => to?.some(({ address }) => address === of.email))
      .map(({ messageId }) => messageId)
  for (const agent of agents) expect(new Set(identities(agent)).size, agent.email).toBe(1)
  for (const browser of browsers) {
    expect(new Set(browser.messages().map(({ tag }) => tag)).size).toBe(1)
  }
  expect(pushes.received.length).toBeLessThan(agentCount + 5)
  expect(mails.mails.length).toBeLessThan(agentCount + 5)
  await mails.stop()
  await pushes.close()
})
