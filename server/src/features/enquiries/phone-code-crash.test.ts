import { requestPhoneCode, verifyOwnPhone } from '@raahi/contract/own-enquiry'
import { expect, test, vi } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeEnquiry } from '../../testing/factories.ts'
import { retryJobsNow, untilJobsDone } from '../../testing/mails.ts'
import { startRecordingServer } from '../../testing/recording-server.ts'

const crash = prepareCrashTest()

const codeIn = (body: string) => JSON.parse(body).recipients[0].code as string

// The provider has no idempotency keys, so a code is sent at least once: the SMS before the kill may have arrived.
test('after a process is killed while it sends a code, another SMS with another code follows and counts as the second of three', async () => {
  const { kysely: db, pool } = crash.database
  const { token, id } = await makeEnquiry(db, { phone: '+919876543210' })
  const { promise: never } = Promise.withResolvers<object>()
  let isResponding = false
  const provider = await startRecordingServer(() =>
    isResponding ? { type: 'success', message: '1' } : never,
  )
  const first = await startWith(provider.address)
  const requested = await first.call(requestPhoneCode, { params: { token } })
  expect(requested.status).toBe(200)
  await vi.waitFor(() => expect(provider.received).toHaveLength(1), { timeout: 20_000 })
  await first.kill()
  isResponding = true
  expect(await crash.expireRunningJobs()).toBe(1)

  const restarted = await startWith(provider.address)
  await vi.waitFor(
    async () => {
      await retryJobsNow(crash.database)
      expect(provider.received).toHaveLength(2)
    },
    { timeout: 30_000, interval: 200 },
  )
  await untilJobsDone(crash.database)
  expect(provider.received).toHaveLength(2)
  const { rows } = await pool.query(
    'select reserved, sent_at is not null as sent from phone_codes where enquiry_id = $1',
    [id],
  )
  expect(rows).toEqual([{ reserved: 2, sent: true }])
  const [lost = '', sent = ''] = provider.received.map(({ body }) => codeIn(body))
  const enter = (code: string) =>
    restarted.call(verifyOwnPhone, { params: { token }, body: { code } })
  if (lost !== sent) expect((await enter(lost)).body.code).toBe('PHONE_CODE_WRONG')
  expect((await enter(sent)).status).toBe(200)
  await expectAllInvariantsHold(crash.database)
  await restarted.kill()
  await provider.close()
}, 120_000)

/** Starts a process of the product that sends codes to this provider. */
const startWith = (providerAddress: string) =>
  crash.start({
    SMS_PROVIDER: 'msg91',
    MSG91_AUTH_KEY: 'a',
    MSG91_TEMPLATE_ID: 'b',
    MSG91_BASE_URL: providerAddress,
  })
