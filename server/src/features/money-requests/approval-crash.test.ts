import { decideMoneyRequest } from '@raahi/contract/money-requests'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { walletPaise } from '../../testing/expect-invariants.ts'
import { makeAdmin, makeAgent } from '../../testing/factories.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

const crash = prepareCrashTest()

test('an approval whose process is killed before the commit leaves the request open, and a second one moves the money once', {
  timeout: 120_000,
}, async () => {
  const { database } = crash
  const db = database.kysely
  const agent = await makeAgent(db)
  const clerk = await makeAdmin(db, { rights: ['support'] })
  const admin = await makeAdmin(db)
  const first = await crash.start()
  const body = { userId: agent.id, amount: 500 }
  const asked = await first.call(rechargeWallet, { token: clerk.token, body })
  expect(asked.status).toBe(202)
  const params = { id: String(asked.body.data?.requestId) }
  const approval = { token: admin.token, params, body: { action: 'approve' } }
  await db.transaction().execute(async (tx) => {
    // The approval has locked the request and waits for the wallet when its process is killed.
    await sql`select from accounts where id = ${agent.id} for update`.execute(tx)
    const lost = first.call(decideMoneyRequest, approval).catch(() => null)
    await untilWaiting(database, 1)
    await first.kill()
    expect(await lost).toBeNull()
  })
  expect(await walletPaise(database, agent.id)).toBe(0)

  const second = await crash.start()
  expect((await second.call(decideMoneyRequest, approval)).status).toBe(200)
  expect(await walletPaise(database, agent.id)).toBe(500_00)
  const again = await second.call(decideMoneyRequest, approval)
  expect([again.status, again.body.code]).toEqual([409, 'MONEY_REQUEST_DECIDED'])
  expect(await walletPaise(database, agent.id)).toBe(500_00)
})
