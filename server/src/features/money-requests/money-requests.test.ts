import { listAuditLog } from '@raahi/contract/audit-log'
import { getOverview } from '@raahi/contract/dashboard'
import { decideMoneyRequest, listMoneyRequests } from '@raahi/contract/money-requests'
import { refundPayment } from '@raahi/contract/payments'
import { changeSettings, getSettings } from '@raahi/contract/settings'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureTopUp } from '../../testing/captured-payments.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { moneyRequestInvariants } from './money-request-invariants.ts'

let app: TestApp
let agent: MadeUser
/** Two admins with all rights, and one who may not move money. */
let admin: MadeUser
let colleague: MadeUser
let clerk: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  // The product asks its own sandbox about a payment before a refund.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  admin = await makeAdmin(app.db, { name: 'Meera' })
  colleague = await makeAdmin(app.db, { name: 'Ravi' })
  clerk = await makeAdmin(app.db, { name: 'Divya', rights: ['support'] })
})
beforeEach(async () => {
  agent = await makeAgent(app.db)
  await app.db
    .updateTable('settings')
    .set({ approval_above_paise: null, approval_kept_until: null })
    .execute()
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const setLimit = (rupees: number | null) =>
  app.db
    .updateTable('settings')
    .set({ approval_above_paise: rupees === null ? null : rupees * 100 })
    .execute()
const recharge = (by: MadeUser, amount: number, headers = {}) =>
  app.as(by).call(rechargeWallet, {
    body: { userId: agent.id, amount, reference: 'UPI 42', note: 'Thank you' },
    headers,
  })
async function ask(amount = 500, by = clerk): Promise<string> {
  return String((await recharge(by, amount)).data.requestId)
}
const decide = (by: MadeUser, id: string, action = 'approve', from = app) =>
  from.as(by).call(decideMoneyRequest, { params: { id }, body: { action } })
const balance = () => walletPaise(app.database, agent.id)
const openFor = async (by: MadeUser) =>
  (await app.as(by).call(getOverview)).data.openWork.find(({ kind }) => kind === 'moneyRequests')
    ?.count
const list = async (by: MadeUser, query = {}) =>
  (await app.as(by).call(listMoneyRequests, { query })).data.docs

describe('a recharge by an admin without the right money', () => {
  it('becomes a request, which another admin approves: the money moves, and both are named', async () => {
    const asked = await recharge(clerk, 500)
    expect([asked.status, asked.message]).toEqual([202, 'Sent to another admin for approval.'])
    expect(asked.data).toEqual({ wallet: 0, transactionId: null, requestId: expect.any(String) })
    expect(await balance()).toBe(0)
    expect(await openFor(admin)).toBe(1)
    const [shown] = await list(clerk)
    expect(shown).toMatchObject({
      _id: asked.data.requestId,
      kind: 'recharge',
      status: 'pending',
      amount: 500,
      user: { _id: agent.id },
      reference: 'UPI 42',
      askedBy: { name: 'Divya' },
      decidedBy: null,
      canDecide: false,
    })
    const approved = await decide(admin, String(shown?._id))
    expect([approved.status, approved.message]).toEqual([200, 'Request approved.'])
    expect(approved.data).toMatchObject({ status: 'approved', decidedBy: { name: 'Meera' } })
    expect(await balance()).toBe(500_00)
    expect(await openFor(admin)).toBe(0)
    const mail = await waitForMail(app.config, agent.email, /added to your wallet/)
    expect(mail.text).toContain('UPI 42')
    const entries = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', sql<string>`after ->> 'askedBy'`.as('askedBy')])
      .where('subject_id', 'in', [String(shown?._id), agent.id])
      .where('action', '<>', 'user.register')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'money-request.ask', actor_id: clerk.id, askedBy: null },
      { action: 'wallet.recharge', actor_id: admin.id, askedBy: clerk.id },
      { action: 'money-request.approve', actor_id: admin.id, askedBy: clerk.id },
    ])
  })

  it('has entries that show the name of the admin who asked', async () => {
    const id = await ask()
    await decide(admin, id)
    for (const subjectId of [id, agent.id]) {
      const query = { subjectId, limit: 1 }
      const [entry] = (await app.as(admin).call(listAuditLog, { query })).data.docs
      expect(entry).toMatchObject({ actor: { name: 'Meera' }, after: { askedBy: 'Divya' } })
    }
  })

  it('can be declined, which moves nothing, and is decided once', async () => {
    const id = await ask()
    expect((await decide(clerk, id)).code).toBe('FORBIDDEN')
    expect((await decide(admin, id, 'decline')).data.status).toBe('declined')
    for (const action of ['approve', 'decline']) {
      expect((await decide(colleague, id, action)).code).toBe('MONEY_REQUEST_DECIDED')
    }
    expect(await balance()).toBe(0)
  })

  it('asks once per idempotency key', async () => {
    const headers = { 'idempotency-key': uniqueText() }
    const answers = await Promise.all([1, 2, 3].map(() => recharge(clerk, 70, headers)))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 202: 3 })
    expect(new Set(answers.map(({ data }) => data.requestId)).size).toBe(1)
  })

  it('expires after seven days', async () => {
    const id = await ask()
    await sql`update money_requests set asked_at = asked_at - interval '7 days' where id = ${id}`.execute(
      app.db,
    )
    expect((await decide(admin, id)).code).toBe('MONEY_REQUEST_EXPIRED')
    const expired = await list(clerk, { status: 'expired' })
    expect(expired).toMatchObject([{ _id: id, canDecide: false }])
    expect(await balance()).toBe(0)
  })

  it('is seen by the admin who asked and by admins with the right money only', async () => {
    const id = await ask()
    const other = await makeAdmin(app.db, { rights: ['agents'] })
    expect(await list(other)).toEqual([])
    expect((await list(colleague, { status: 'pending' })).map(({ _id }) => _id)).toContain(id)
  })
})

describe('the limit of the settings', () => {
  it('lets an amount up to it through, and makes a higher one wait for a second admin', async () => {
    await setLimit(1000)
    expect((await recharge(admin, 1000)).status).toBe(200)
    const asked = await recharge(admin, 1000.01)
    expect(asked.status).toBe(202)
    const id = String(asked.data.requestId)
    const own = await decide(admin, id)
    expect([own.status, own.code]).toEqual([409, 'OWN_MONEY_REQUEST'])
    expect((await decide(admin, id, 'decline')).code).toBe('OWN_MONEY_REQUEST')
    expect(await balance()).toBe(1000_00)
    expect((await decide(colleague, id)).status).toBe(200)
    expect(await balance()).toBe(2000_01)
  })

  it('is refused by the database too if one admin asks and decides', async () => {
    const id = await ask(500)
    const decided =
      sql`update money_requests set decided_by = asked_by, decided_at = now(), decision = 'declined'
      where id = ${id}`.execute(app.db)
    await expect(decided).rejects.toThrow(/money_requests_two_persons/)
    await decide(admin, id, 'decline')
  })

  it('that is raised or removed stays in force for a day; a lower one takes effect at once', async () => {
    await setLimit(500)
    const set = async (approvalAbove: number | null) => {
      const { version } = (await app.as(admin).call(getSettings)).data
      return app.as(admin).call(changeSettings, { body: { version, approvalAbove } })
    }
    expect((await set(null)).data.approvalAbove).toBeNull()
    expect((await recharge(admin, 501)).status).toBe(202)
    await set(400)
    expect((await recharge(admin, 401)).status).toBe(202)
    await set(9000)
    expect((await recharge(admin, 401)).status).toBe(202)
    expect((await recharge(admin, 400)).status).toBe(200)
    await sql`update settings set approval_kept_until = approval_kept_until - interval '24 hours'`.execute(
      app.db,
    )
    expect((await recharge(admin, 401)).status).toBe(200)
  })

  it('is set only with two active admins who may move money', async () => {
    const client = app.as(admin)
    const set = (approvalAbove: number | null, version: number) =>
      client.call(changeSettings, { body: { version, approvalAbove } })
    const { version: present } = (await client.call(getSettings)).data
    const { version } = (await set(5000, present)).data
    expect((await set(null, version)).data.approvalAbove).toBeNull()
    await app.db.updateTable('users').set({ rights: [] }).where('id', '=', colleague.id).execute()
    expect((await set(100, version + 1)).code).toBe('APPROVAL_NEEDS_TWO_ADMINS')
    expect((await set(0, version + 1)).fieldErrors).toHaveProperty('approvalAbove')
    await app.db
      .updateTable('users')
      .set({ rights: ['money'] })
      .where('id', '=', colleague.id)
      .execute()
  })

  it('makes a refund wait, and an approval starts it', async () => {
    const { paymentId } = await withTransaction(app.database, (tx) =>
      captureTopUp(tx, app.config, { userId: agent.id, amountPaise: 2000_00 }),
    )
    const refund = (by: MadeUser, amount: number) =>
      app.as(by).call(refundPayment, {
        body: { transactionId: paymentId, amount, reason: 'Paid twice' },
      })
    expect((await refund(clerk, 3000)).code).toBe('REFUND_TOO_LARGE')
    await setLimit(100)
    for (const by of [clerk, admin]) {
      const asked = await refund(by, 600)
      expect([asked.status, asked.data.transactionId]).toEqual([202, null])
      expect(await balance()).toBe(by === clerk ? 2000_00 : 1400_00)
      expect((await decide(colleague, String(asked.data.requestId))).status).toBe(200)
    }
    expect(await balance()).toBe(800_00)
    const [shown] = await list(colleague)
    expect(shown).toMatchObject({ kind: 'refund', note: 'Paid twice', status: 'approved' })
    expect(shown?.paymentId).toMatch(/^pay_/)
    // What is left is less than a request that is still open.
    const id = String((await refund(clerk, 700)).data.requestId)
    await refund(clerk, 700).then(({ data }) => decide(colleague, String(data.requestId)))
    expect((await decide(colleague, id)).code).toBe('REFUND_TOO_LARGE')
    const pending = await list(colleague, { status: 'pending' })
    expect(pending.map(({ _id }) => _id)).toContain(id)
    await decide(colleague, id, 'decline')
  })
})

describe('parallel decisions', () => {
  it('on two processes move the money exactly once', async () => {
    const second = await app.another()
    const id = await ask(500)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        decide(n % 3 === 0 ? admin : colleague, id, 'approve', n % 2 === 0 ? app : second),
      ),
    )
    expect(tally(answers.map(({ code, status }) => code ?? status))).toEqual({
      200: 1,
      MONEY_REQUEST_DECIDED: 19,
    })
    expect(await balance()).toBe(500_00)
    await second.close()
  })

  it('to approve and to decline have one result', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await balance()
      const id = await ask(100)
      const [approved, declined] = await Promise.all([
        decide(admin, id),
        decide(colleague, id, 'decline'),
      ])
      expect([approved.status, declined.status].toSorted()).toEqual([200, 409])
      expect((await balance()) - before).toBe(approved.status === 200 ? 100_00 : 0)
    }
  })
})

describe('the audit of requests', () => {
  it.each([
    'update money_requests set amount_paise = amount_paise + 1 where id = $',
    `update money_requests set kind = 'refund' where id = $`,
    'update money_requests set user_id = asked_by where id = $',
    'update money_requests set asked_by = user_id where id = $',
    'delete from audit_log where subject_id = $',
    'delete from journal_entries where id = (select entry_id from money_requests where id = $)',
  ])('reports a violation: %s', async (change) => {
    const id = await ask()
    await decide(admin, id)
    const [query = ''] = Object.values(moneyRequestInvariants)
    const rolledBack = new Error('rolled back')
    const changed = app.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`alter table money_requests drop constraint money_requests_check`.execute(tx)
      await sql.raw(change.replace('$', `'${id}'`)).execute(tx)
      expect((await sql.raw(query).execute(tx)).rows).toHaveLength(1)
      throw rolledBack
    })
    await expect(changed).rejects.toBe(rolledBack)
  })
})
