import { buyLead } from '@raahi/contract/purchases'
import { allTransactions, exportMyTransactions, myTransactions } from '@raahi/contract/transactions'
import { correctRecharge, getRecharge } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLeads,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { walletInvariants } from './wallet-invariants.ts'

let app: TestApp
let clients: HttpClients
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  clients.close()
  await app.close()
})

const reason = 'Typed ₹5,000 instead of ₹500'
const correct = (transactionId: string, amount: number, key?: string) =>
  clients.call(correctRecharge, {
    token: admin.token,
    body: { transactionId, amount, reason },
    ...(key && { key }),
  })
const readRecharge = async (id: string) =>
  (await app.as(admin).call(getRecharge, { params: { id } })).data
const balanceOf = ({ id }: MadeUser) => walletPaise(app.database, id)

async function agentWithRecharge(paise: number) {
  const agent = await makeAgent(app.db)
  return { agent, recharge: await giveMoney(app.database, agent.id, paise) }
}

describe('a correction of a recharge', () => {
  it('takes the amount back to cash, is mailed and logged, and both entries name each other', async () => {
    const { agent, recharge } = await agentWithRecharge(5000_00)
    expect(await readRecharge(recharge)).toMatchObject({ amount: 5000, corrected: 0, wallet: 5000 })
    const { status, body } = await correct(recharge, 4500)
    expect([status, body.message]).toEqual([200, 'Recharge corrected.'])
    const [line, rechargeLine] = (await app.as(agent).call(myTransactions)).data.docs
    expect(line).toMatchObject({
      _id: body.data?.transactionId,
      method: 'recharge_correction',
      status: 'captured',
      direction: 'debit',
      amount: 4500,
      balance: 500,
      description: `Correction of recharge ${rechargeLine?.paymentId}`,
      note: reason,
      corrects: rechargeLine?.paymentId,
      corrections: [],
    })
    expect(rechargeLine).toMatchObject({
      _id: recharge,
      corrects: null,
      corrections: [{ paymentId: line?.paymentId, amount: 4500 }],
    })
    const listed = (await app.as(admin).call(allTransactions)).data.docs
    expect(listed.slice(0, 2)).toMatchObject([
      { _id: line?._id, corrects: rechargeLine?.paymentId },
      { _id: recharge, corrections: [{ paymentId: line?.paymentId }] },
    ])
    const { text } = await app.as(agent).call(exportMyTransactions)
    expect(text).toContain(`Correction of recharge ${rechargeLine?.paymentId}`)
    const mail = await waitForMail(app.config, agent.email, /corrected a recharge/)
    for (const fact of ['Taken back: ₹4,500', `Reason: ${reason}`, 'Balance now: ₹500']) {
      expect(mail.text).toContain(fact)
    }
    const logged = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', 'wallet.correct')
      .where('subject_id', '=', agent.id)
      .execute()
    expect(logged).toEqual([
      {
        actor_id: admin.id,
        before: { walletPaise: 5000_00 },
        after: {
          walletPaise: 500_00,
          amountPaise: 4500_00,
          entryId: line?._id,
          rechargeId: recharge,
          reason,
        },
      },
    ])
  })

  it('takes back at most what earlier corrections have left', async () => {
    const { agent, recharge } = await agentWithRecharge(100_00)
    await giveMoney(app.database, agent.id, 900_00)
    expect((await correct(recharge, 100.01)).body.code).toBe('CORRECTION_TOO_LARGE')
    expect((await correct(recharge, 60)).status).toBe(200)
    expect(await readRecharge(recharge)).toMatchObject({ corrected: 60, maxAmount: 40 })
    expect((await correct(recharge, 40.01)).body.code).toBe('CORRECTION_TOO_LARGE')
    expect((await correct(recharge, 40)).status).toBe(200)
    expect((await correct(recharge, 0.01)).body.code).toBe('CORRECTION_TOO_LARGE')
    expect(await balanceOf(agent)).toBe(900_00)
  })

  it('never takes more than the wallet holds', async () => {
    const { agent, recharge } = await agentWithRecharge(100_00)
    await setLeadPrice(app.db, 'domestic', 70_00)
    const [leadId = ''] = await makeLeads(app.db, 1)
    expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
    expect(await readRecharge(recharge)).toMatchObject({ wallet: 30, maxAmount: 30 })
    const answer = await correct(recharge, 30.01)
    expect([answer.status, answer.body.code]).toEqual([402, 'INSUFFICIENT_WALLET_BALANCE'])
    expect((await correct(recharge, 30)).status).toBe(200)
    expect(await balanceOf(agent)).toBe(0)
  })

  it('is for recharges by an admin only, with an amount and a reason', async () => {
    const { agent, recharge } = await agentWithRecharge(100_00)
    const { body } = await correct(recharge, 10)
    for (const id of [String(body.data?.transactionId), agent.id]) {
      const answer = await correct(id, 1)
      expect([answer.status, answer.body.code]).toEqual([404, 'RECHARGE_NOT_FOUND'])
      expect((await app.as(admin).call(getRecharge, { params: { id } })).status).toBe(404)
    }
    for (const wrong of [
      { amount: 0 },
      { amount: 1.001 },
      { reason: ' ' },
      { reason: undefined },
    ]) {
      const answer = await app.as(admin).call(correctRecharge, {
        body: { transactionId: recharge, amount: 1, reason, ...wrong },
      })
      expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([
        400,
        Object.keys(wrong),
      ])
    }
    expect(await balanceOf(agent)).toBe(90_00)
  })
})

describe('parallel corrections of a recharge', () => {
  it('with one key take back once, with the same response to all', async () => {
    const { agent, recharge } = await agentWithRecharge(1000_00)
    const key = uniqueText()
    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(recharge, 100, key)))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(await balanceOf(agent)).toBe(900_00)
    expect((await correct(recharge, 101, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('take back at most the recharge, although the wallet holds more', async () => {
    const { agent, recharge } = await agentWithRecharge(1000_00)
    await giveMoney(app.database, agent.id, 5000_00)
    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(recharge, 300)))
    expect(tally(answers.map(({ body, status }) => body.code ?? status))).toEqual({
      200: 3,
      CORRECTION_TOO_LARGE: 17,
    })
    expect(await balanceOf(agent)).toBe(5100_00)
  })

  it('and purchases of the agent never take the wallet below zero', async () => {
    await setLeadPrice(app.db, 'domestic', 100_00)
    const { agent, recharge } = await agentWithRecharge(1000_00)
    const leads = await makeLeads(app.db, 10)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => correct(recharge, 100)),
      ...leads.map((leadId) => clients.call(buyLead, { token: agent.token, body: { leadId } })),
    ])
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10, 402: 10 })
    expect(await balanceOf(agent)).toBe(0)
  })
})

describe('the audit of corrections', () => {
  /** By invariant: changes that each violate it. */
  const violations: Partial<Record<keyof typeof walletInvariants, string[]>> = {
    'each correction belongs to one recharge of the same wallet': [
      `delete from recharge_corrections where entry_id = (select id from correction)`,
      `update recharge_corrections set recharge_id = entry_id where entry_id = (select id from correction)`,
      `update recharge_corrections set recharge_id = (select id from journal_entries
        where method = 'recharge_by_admin' and user_id <> (select user_id from correction) limit 1)
        where entry_id = (select id from correction)`,
      `update journal_entries set method = 'cash' where id = (select id from correction)`,
    ],
    'the corrections of a recharge take back at most its amount': [
      `update journal_entries set amount_paise = 1 where id =
        (select recharge_id from recharge_corrections where entry_id = (select id from correction))`,
    ],
    'each correction moves its amount from the wallet of its user to cash': [
      `update postings set account_id = (select id from accounts where kind = 'adjustments')
        where entry_id = (select id from correction) and amount_paise > 0`,
      `update postings set amount_paise = amount_paise - 1
        where entry_id = (select id from correction) and amount_paise < 0`,
    ],
    'each correction is in the audit log with its recharge, amount and reason': [
      `delete from audit_log where after ->> 'entryId' = (select id::text from correction)`,
      `update recharge_details set note = 'Other' where entry_id = (select id from correction)`,
    ],
  }

  it.each(Object.entries(violations))('reports a violation of: %s', async (name, changes) => {
    const { recharge } = await agentWithRecharge(100_00)
    const { body } = await correct(recharge, 50)
    const query = walletInvariants[name as keyof typeof walletInvariants]
    expect((await sql.raw(query).execute(app.db)).rows).toEqual([])
    for (const change of changes ?? []) {
      let found = 0
      const rolledBack = new Error('rolled back')
      const changed = app.db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`create temporary table correction on commit drop as
          select id, user_id from journal_entries where id = ${body.data?.transactionId}`.execute(
          tx,
        )
        await sql.raw(change).execute(tx)
        found = (await sql.raw(query).execute(tx)).rows.length
        throw rolledBack
      })
      await expect(changed).rejects.toBe(rolledBack)
      expect(found, change).toBeGreaterThan(0)
    }
  })
})
