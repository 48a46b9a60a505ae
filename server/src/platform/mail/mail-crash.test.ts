import { expect, test, vi } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { makeAgent } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { retryJobsNow } from '../../testing/mails.ts'

const crash = prepareCrashTest()

test('mails queued before a kill -9 are sent after the restart, including the one in progress', async () => {
  const { kysely: db } = crash.database
  const [one, other] = [await makeAgent(db), await makeAgent(db)]
  const { promise: never } = Promise.withResolvers<void>()
  const unreachable = await startMailServer({ onMail: () => never })
  const first = await crash.start({ SMTP_URL: unreachable.url })
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
  expect(await crash.expireRunningJobs()).toBe(1)

  const server = await startMailServer()
  const restarted = await crash.start({ SMTP_URL: server.url })
  await vi.waitFor(
    async () => {
      await retryJobsNow(crash.database)
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
