import { buyLead } from '@raahi/contract/purchases'
import {
  exportMyTransactions,
  getUserStatement,
  myTransactions,
  type StatementLine,
} from '@raahi/contract/transactions'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeUser, makeAdmin, makeAgent, makeLead } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
let other: MadeUser
/** The movements of the agent's wallet, newest first, in signed rupees. */
const movements: { amount: number; description: RegExp }[] = []

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  other = await makeAgent(app.db)
  for (let i = 0; i < 9; i += 1) {
    const amount = 100 + i * 0.35
    for (const { id } of [agent, other]) {
      await app.as(admin).call(rechargeWallet, { body: { userId: id, amount } })
    }
    movements.unshift({ amount, description: /^Wallet recharge$/ })
    for (const price of [20.05, 0]) {
      await setLeadPrice(app.db, 'domestic', Math.round(price * 100))
      const leadId = await makeLead(app.db)
      expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
      movements.unshift({ amount: -price, description: /^Lead LD-\d{6}$/ })
    }
  }
})
afterAll(() => app.close())

const page = async (query: Record<string, string | number> = {}, viewer = agent) =>
  (await app.as(viewer).call(myTransactions, { query })).data

async function wholeStatement(): Promise<StatementLine[]> {
  return (await page({ limit: 50 })).docs
}

describe('an agent’s wallet statement', () => {
  it('shows and exports the movements of the chosen days in India', async () => {
    const buyer = await makeAgent(app.db)
    for (const at of ['2026-03-31T18:29:59Z', '2026-03-31T18:30:00Z', '2026-04-01T18:30:00Z']) {
      await app.as(admin).call(rechargeWallet, { body: { userId: buyer.id, amount: 10 } })
      await sql`alter table journal_entries disable trigger user`.execute(app.db)
      await sql`update journal_entries set created_at = ${at}
        where number = (select max(number) from journal_entries)`.execute(app.db)
      await sql`alter table journal_entries enable trigger user`.execute(app.db)
    }
    const days = async (query: Record<string, string>) =>
      (await page(query, buyer)).docs.map(({ balance }) => balance)
    expect(await days({ startDate: '2026-04-01', endDate: '2026-04-01' })).toEqual([20])
    expect(await days({ startDate: '2026-04-01' })).toEqual([30, 20])
    expect(await days({ endDate: '2026-04-01' })).toEqual([20, 10])
    const query = { format: 'csv', endDate: '2026-03-31' } as const
    const { text } = await app.as(buyer).call(exportMyTransactions, { query })
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('has a line per movement, newest first, with the balance after it', async () => {
    const lines = await wholeStatement()
    expect(lines).toHaveLength(movements.length)
    let balance = 0
    for (const [i, line] of [...lines.entries()].reverse()) {
      const expected = movements[i]
      if (!expected) throw new Error('more lines than movements')
      balance = Math.round((balance + expected.amount) * 100) / 100
      const isRecharge = expected.amount > 0
      expect(line).toMatchObject({
        amount: Math.abs(expected.amount),
        direction: isRecharge ? 'credit' : 'debit',
        method: isRecharge ? 'recharge_by_admin' : 'lead_wallet',
        status: 'captured',
        currency: 'INR',
        balance,
      })
      expect(line.description).toMatch(expected.description)
      expect(line.paymentId).toMatch(/^TX-\d{6}$/)
    }
    expect(new Set(lines.map(({ paymentId }) => paymentId)).size).toBe(lines.length)
    const times = lines.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('has the lines of the days of a period, both included', async () => {
    const { rows } = await sql<{ today: string; yesterday: string }>`
      select today_in_india()::text as today, (today_in_india() - 1)::text as yesterday`.execute(
      app.db,
    )
    const [{ today, yesterday } = { today: '', yesterday: '' }] = rows
    const count = async (query: Record<string, string>) => (await page(query)).totalDocs
    expect(await count({ startDate: today, endDate: today })).toBe(movements.length)
    expect(await count({ startDate: yesterday })).toBe(movements.length)
    expect(await count({ endDate: yesterday })).toBe(0)
  })

  it('is the same for an admin, and unknown for a user who does not exist', async () => {
    const read = (userId: string) =>
      app
        .as(admin)
        .call(getUserStatement, { params: { userId }, query: { limit: 5, method: 'lead_wallet' } })
    expect((await read(agent.id)).data).toEqual(await page({ limit: 5, method: 'lead_wallet' }))
    expect((await read(admin.id)).data.docs).toEqual([])
    expect((await read('00000000-0000-7000-8000-000000000000')).code).toBe('USER_NOT_FOUND')
  })

  it('shows a free lead as a purchase of ₹0, not as money received', async () => {
    const free = (await wholeStatement()).filter(({ amount }) => amount === 0)
    expect(free).toHaveLength(9)
    expect(new Set(free.map(({ direction }) => direction))).toEqual(new Set(['debit']))
  })

  it('has pages that add up to the whole, each with its figures', async () => {
    const whole = await wholeStatement()
    const first = await page()
    expect(first).toMatchObject({
      totalDocs: 27,
      limit: 10,
      totalPages: 3,
      page: 1,
      hasPrevPage: false,
      hasNextPage: true,
      prevPage: null,
      nextPage: 2,
    })
    const last = await page({ page: 3 })
    expect(last).toMatchObject({
      page: 3,
      hasPrevPage: true,
      hasNextPage: false,
      prevPage: 2,
      nextPage: null,
    })
    expect([...first.docs, ...(await page({ page: 2 })).docs, ...last.docs]).toEqual(whole)
    const beyond = await page({ page: 4 })
    expect([beyond.docs, beyond.totalDocs, beyond.hasNextPage]).toEqual([[], 27, false])
    expect((await page({ limit: 500 })).limit).toBe(50)
  })

  it('can be filtered by method', async () => {
    const whole = await wholeStatement()
    for (const [method, n] of [
      ['recharge_by_admin', 9],
      ['lead_wallet', 18],
      ['Online', 0],
      ['cash', 0],
    ] as const) {
      const { docs, totalDocs, totalPages } = await page({ method, limit: 50 })
      expect(docs, method).toEqual(whole.filter((line) => line.method === method))
      expect([docs.length, totalDocs, totalPages]).toEqual([n, n, 1])
    }
    expect((await page({ method: '' })).totalDocs).toBe(27)
    const unknown = await app.as(agent).call(myTransactions, { query: { method: 'barter' } })
    expect([unknown.status, unknown.fieldErrors]).toEqual([
      400,
      { method: 'This payment method is not recognised.' },
    ])
  })

  it('shows only the agent’s wallet and cannot be requested for another', async () => {
    const own = new Set((await wholeStatement()).map(({ _id }) => _id))
    const theirs = await page({ limit: 50 }, other)
    expect(theirs.totalDocs).toBe(9)
    expect(theirs.docs.some(({ _id }) => own.has(_id))).toBe(false)
    for (const key of ['userId', 'user', '_id', 'search']) {
      const answer = await app.as(other).call(myTransactions, { query: { [key]: agent.id } })
      expect(answer.status, key).toBe(400)
    }
    expect((await page({}, await makeAgent(app.db))).totalPages).toBe(1)
  })
})
