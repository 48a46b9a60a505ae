import {
  allTransactions,
  exportMyTransactions,
  exportTransactions,
  myTransactions,
} from '@raahi/contract/transactions'
import { getUserById } from '@raahi/contract/users'
import { rechargeWallet } from '@raahi/contract/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

function recharge(userId: unknown, amount: unknown, key?: string, by: MadeUser = admin) {
  return app.as(by).call(rechargeWallet, {
    body: { userId, amount },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
}

const balanceOf = ({ id }: MadeUser) => walletPaise(app.database, id)

async function linesOf(agent: MadeUser) {
  return (await app.as(agent).call(myTransactions)).data.docs
}

describe('a recharge by an admin', () => {
  it('is in the wallet, on the statement and in the audit log immediately', async () => {
    const agent = await makeAgent(app.db)
    const answer = await recharge(agent.id, 500.5)
    expect([answer.status, answer.message]).toEqual([200, 'Amount added successfully!'])
    expect(answer.data).toEqual({
      wallet: 500.5,
      transactionId: expect.any(String),
      requestId: null,
    })
    expect((await recharge(agent.id, 0.01)).data.wallet).toBe(500.51)
    const self = await app.as(agent).call(getUserById, { params: { id: agent.id } })
    expect(self.data.wallet).toBe(500.51)
    const lines = await linesOf(agent)
    expect(
      lines.map(({ _id, amount, direction, method, status, balance }) => ({
        _id,
        amount,
        direction,
        method,
        status,
        balance,
      })),
    ).toMatchObject([
      { amount: 0.01, balance: 500.51 },
      {
        _id: answer.data.transactionId,
        amount: 500.5,
        direction: 'credit',
        method: 'recharge_by_admin',
        status: 'captured',
        balance: 500.5,
      },
    ])
    const actions = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'before', 'after', 'request_id'])
      .where('subject_id', '=', agent.id)
      .orderBy('id')
      .execute()
    expect(actions[0]).toEqual({
      actor_id: admin.id,
      action: 'wallet.recharge',
      before: { walletPaise: 0 },
      after: { amountPaise: 50_050, walletPaise: 50_050, entryId: answer.data.transactionId },
      request_id: answer.headers['x-request-id'],
    })
  })

  it('mails the agent the reference and the note that statement, list and audit log store', async () => {
    const agent = await makeAgent(app.db)
    const given = { reference: 'UPI 4312 8890 1234', note: 'Advance for the Diwali season' }
    const body = { userId: agent.id, amount: 2500, ...given }
    const answer = await app.as(admin).call(rechargeWallet, { body })
    expect(answer.status).toBe(200)
    const mail = await waitForMail(app.config, agent.email, /added to your wallet$/)
    expect(mail.subject).toBe('₹2,500 added to your wallet')
    for (const line of [
      'Amount: ₹2,500',
      'Balance now: ₹2,500',
      `Reference: ${given.reference}`,
      `Note: ${given.note}`,
    ]) {
      expect(mail.text).toContain(line)
    }
    expect(await linesOf(agent)).toMatchObject([given])
    const listed = await app.as(admin).call(allTransactions)
    expect(listed.data.docs[0]).toMatchObject({ _id: answer.data.transactionId, ...given })
    for (const [user, file] of [
      [agent, exportMyTransactions],
      [admin, exportTransactions],
    ] as const) {
      const { text } = await app.as(user).call(file)
      expect(text.split('\r\n')[1]).toMatch(`,"${given.reference}","${given.note}"`)
    }
    const logged = await app.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_id', '=', agent.id)
      .execute()
    expect(logged).toMatchObject([{ after: given }])
  })

  it('accepts reference and note as short plain text, and treats blank ones as missing', async () => {
    const agent = await makeAgent(app.db)
    const pay = (more: object) =>
      app.as(admin).call(rechargeWallet, { body: { userId: agent.id, amount: 1, ...more } })
    for (const wrong of [
      { reference: 'x'.repeat(61) },
      { note: 'x'.repeat(201) },
      { note: 'two\nlines' },
      { reference: 5 },
      { remark: 'unknown' },
    ]) {
      expect((await pay(wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
    expect(await balanceOf(agent)).toBe(0)
    expect((await pay({ reference: ' ', note: null })).status).toBe(200)
    expect(await linesOf(agent)).toMatchObject([{ reference: null, note: null }])
  })

  it('accepts ₹0.01 to ₹10,00,000 as a number with at most two decimals, and nothing else', async () => {
    const agent = await makeAgent(app.db)
    const refused = [
      0,
      -0.01,
      -5,
      0.001,
      10.999,
      1_000_000.01,
      1e21,
      1e-7,
      Number.MAX_VALUE,
      '100',
      '',
      '5 rupees',
      null,
      true,
      [5],
      { amount: 5 },
    ]
    for (const amount of refused) {
      const answer = await recharge(agent.id, amount)
      expect([answer.status, Object.keys(answer.fieldErrors ?? {})], String(amount)).toEqual([
        400,
        ['amount'],
      ])
    }
    expect((await recharge(agent.id, 'abc')).message).toBe('Please enter a valid amount.')
    expect((await recharge(agent.id, 0)).message).toBe('Please enter a valid amount.')
    expect(await balanceOf(agent)).toBe(0)
    expect(await linesOf(agent)).toEqual([])
    expect((await recharge(agent.id, 1_000_000)).data.wallet).toBe(1_000_000)
  })

  it('rejects JSON numbers that are not amounts', async () => {
    const agent = await makeAgent(app.db)
    for (const [amount, status] of [
      ['1e2', 200],
      ['100.00', 200],
      ['1e21', 400],
      ['1e999', 400],
      ['-0', 400],
      ['0.1e-5', 400],
      ['NaN', 400],
    ] as const) {
      const answer = await app.app.inject({
        method: 'POST',
        url: rechargeWallet.path,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        payload: `{"userId": "${agent.id}", "amount": ${amount}}`,
      })
      expect(answer.statusCode, amount).toBe(status)
    }
    expect(await balanceOf(agent)).toBe(20_000)
  })

  it('is for agents only: an unknown user and an admin are not found', async () => {
    for (const userId of [admin.id, '01890000-0000-7000-8000-000000000000']) {
      const answer = await recharge(userId, 100)
      expect([answer.status, answer.code, answer.message]).toEqual([
        404,
        'USER_NOT_FOUND',
        'User not found',
      ])
    }
    for (const userId of ['', 'me', null, 5]) expect((await recharge(userId, 100)).status).toBe(400)
  })

  it('is rejected if the balance could not be represented exactly', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, Number.MAX_SAFE_INTEGER - 5000)
    const answer = await recharge(agent.id, 50.01)
    expect([answer.status, answer.code]).toEqual([409, 'WALLET_LIMIT_EXCEEDED'])
    expect((await recharge(agent.id, 50)).status).toBe(200)
    expect(await balanceOf(agent)).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('of one wallet by many concurrent requests loses no amount', async () => {
    const agent = await makeAgent(app.db)
    const answers = await Promise.all(Array.from({ length: 30 }, () => recharge(agent.id, 10.01)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balanceOf(agent)).toBe(30 * 1001)
    const balances = answers.map(({ data }) => Math.round(data.wallet * 100))
    expect(balances.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => (i + 1) * 1001),
    )
  })
})

describe('an Idempotency-Key', () => {
  it('returns the first response again, marked, and pays once', async () => {
    const agent = await makeAgent(app.db)
    const key = uniqueText()
    const first = await recharge(agent.id, 100, key)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    await recharge(agent.id, 1)
    const again = await recharge(agent.id, 100, key)
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(again.text).toBe(first.text)
    expect(await balanceOf(agent)).toBe(10_100)
  })

  it('compares the parsed body, not its text', async () => {
    const agent = await makeAgent(app.db)
    const key = uniqueText()
    const first = await recharge(agent.id, 100, key)
    const answer = await app.app.inject({
      method: 'POST',
      url: rechargeWallet.path,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      payload: `{ "amount": 100.00,\n "userId": "${agent.id}" }`,
    })
    expect([answer.statusCode, answer.body]).toEqual([200, first.text])
    expect(answer.headers['idempotency-replayed']).toBe('true')
  })

  it('with another body is rejected', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const key = uniqueText()
    await recharge(agent.id, 100, key)
    for (const [who, amount] of [
      [agent, 100.01],
      [other, 100],
    ] as const) {
      const answer = await recharge(who.id, amount, key)
      expect([answer.status, answer.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    }
    expect([await balanceOf(agent), await balanceOf(other)]).toEqual([10_000, 0])
  })

  it('is valid only for the admin who sent it', async () => {
    const agent = await makeAgent(app.db)
    const second = await makeAdmin(app.db)
    const key = uniqueText()
    await recharge(agent.id, 100, key)
    const answer = await recharge(agent.id, 100, key, second)
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect(await balanceOf(agent)).toBe(20_000)
  })

  it('can be used again after a rejected request', async () => {
    const agent = await makeAgent(app.db)
    const key = uniqueText()
    expect((await recharge(admin.id, 100, key)).status).toBe(404)
    expect((await recharge(agent.id, -1, key)).status).toBe(400)
    const answer = await recharge(agent.id, 100, key)
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect(await balanceOf(agent)).toBe(10_000)
  })

  it('sent 20 times concurrently pays once and returns the same response to all', async () => {
    const agent = await makeAgent(app.db)
    const key = uniqueText()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => recharge(agent.id, 100, key)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
    expect(replayed).toHaveLength(19)
    expect(await balanceOf(agent)).toBe(10_000)
  })

  it('has 1 to 255 visible ASCII characters', async () => {
    const agent = await makeAgent(app.db)
    for (const key of ['', ' ', 'a b', 'a\tb', 'schlüssel', 'x'.repeat(256)]) {
      const answer = await recharge(agent.id, 100, key)
      expect([answer.status, answer.code], JSON.stringify(key)).toEqual([
        400,
        'INVALID_IDEMPOTENCY_KEY',
      ])
    }
    expect(await balanceOf(agent)).toBe(0)
    for (const key of ['x', '!~"\'%_\\', uniqueText().padEnd(255, 'x')]) {
      expect((await recharge(agent.id, 1, key)).status, key).toBe(200)
    }
  })
})
