import { listMyInvoices } from '@raahi/contract/invoices'
import { decideKyc } from '@raahi/contract/kyc'
import { getAllPlansOfUser, payPlanFromWallet, updatePlan } from '@raahi/contract/plans'
import { myTransactions } from '@raahi/contract/transactions'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePlan,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import type { PlanRow } from './public/plans.queries.ts'

let app: TestApp
let clients: HttpClients
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

const pay = (agent: MadeUser, plan: PlanRow, { price = plan.price_paise / 100, key = '' } = {}) =>
  clients.call(payPlanFromWallet, {
    token: agent.token,
    body: { planId: plan.id, expectedPrice: price },
    ...(key && { key }),
  })
const plansOf = async (agent: MadeUser) => (await app.as(agent).call(getAllPlansOfUser)).data
const statementOf = async (agent: MadeUser) => (await app.as(agent).call(myTransactions)).data.docs

async function agentWith(paise: number) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, paise)
  return agent
}

describe('a plan paid from the wallet', () => {
  it('is one statement line and a subscription with the terms of the plan, without an invoice', async () => {
    const agent = await agentWith(800_50)
    const plan = await makePlan(app.db, { name: 'Explorer', price_paise: 499_50, lead_quota: 3 })
    const { status, body } = await pay(agent, plan)
    expect([status, body.message]).toEqual([200, 'Successfully purchased the plan!'])
    expect(body.data).toMatchObject({
      wallet: 301,
      subscription: { plan: plan.id, price: 499.5, numberOfLeads: 3, leadsLeft: 3, status: true },
    })
    expect(await plansOf(agent)).toEqual([body.data?.subscription])
    expect((await statementOf(agent))[0]).toMatchObject({
      method: 'plan_wallet',
      status: 'captured',
      direction: 'debit',
      amount: 499.5,
      balance: 301,
      description: 'Plan Explorer',
      invoiceId: null,
    })
    expect((await app.as(agent).call(listMyInvoices)).data.docs).toEqual([])
    const mail = await waitForMail(app.config, agent.email, /bought the Explorer plan/)
    expect(mail.text).toContain('Paid from your wallet: ₹499.50')
    expect(mail.text).toContain('Balance now: ₹301')
  })

  it('never takes more than the wallet holds', async () => {
    const agent = await agentWith(499_99)
    const answer = await pay(agent, await makePlan(app.db))
    expect([answer.status, answer.body.code]).toEqual([402, 'INSUFFICIENT_WALLET_BALANCE'])
    expect(await walletPaise(app.database, agent.id)).toBe(499_99)
    expect(await plansOf(agent)).toEqual([])
  })

  it('costs the price that was shown, or nothing is paid', async () => {
    const agent = await agentWith(900_00)
    const plan = await makePlan(app.db)
    for (const price of [499.99, 500.01, 1]) {
      const answer = await pay(agent, plan, { price })
      expect([answer.status, answer.body.code]).toEqual([409, 'PLAN_PRICE_CHANGED'])
    }
    const noPrice = { planId: plan.id } as { planId: string; expectedPrice: number }
    expect((await app.as(agent).call(payPlanFromWallet, { body: noPrice })).status).toBe(400)
    expect(await walletPaise(app.database, agent.id)).toBe(900_00)
  })

  it('is not a way to a free plan, or to a plan that is not on sale', async () => {
    const agent = await agentWith(900_00)
    const free = await makePlan(app.db, { price_paise: 0 })
    expect((await pay(agent, free)).status).toBe(400)
    expect((await pay(agent, free, { price: 1 })).body.code).toBe('PLAN_PRICE_CHANGED')
    const gone = await makePlan(app.db)
    await sql`update plans set deleted_at = now() where id = ${gone.id}`.execute(app.db)
    expect((await pay(agent, gone)).body.code).toBe('PLAN_NOT_FOUND')
    expect(await plansOf(agent)).toEqual([])
  })

  it('needs an approved KYC while buying a lead needs one', async () => {
    const document = { kyc_file: uniqueText(), kyc_name: 'pan.pdf', kyc_type: 'application/pdf' }
    const agent = await makeAgent(app.db, document)
    await giveMoney(app.database, agent.id, 900_00)
    const plan = await makePlan(app.db)
    try {
      await sql`update settings set buying_needs_kyc = true`.execute(app.db)
      const answer = await pay(agent, plan)
      expect([answer.status, answer.body.code]).toEqual([403, 'KYC_NOT_APPROVED'])
      const approval = {
        params: { userId: agent.id },
        body: { version: 1, action: 'approve' as const },
      }
      expect((await app.as(admin).call(decideKyc, approval)).status).toBe(200)
      expect((await pay(agent, plan)).status).toBe(200)
    } finally {
      await sql`update settings set buying_needs_kyc = false`.execute(app.db)
    }
  })
})

describe('parallel payments from one wallet', () => {
  it('with one key buy one plan, with the same response to all, also to a later replay', async () => {
    const agent = await agentWith(5000_00)
    const plan = await makePlan(app.db)
    const key = uniqueText()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(agent, plan, { key })))
    answers.push(await pay(agent, plan, { key }))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 21 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await plansOf(agent)).toHaveLength(1)
    expect(await walletPaise(app.database, agent.id)).toBe(4500_00)
    const other = await pay(agent, await makePlan(app.db), { key })
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('without a key buy as many plans as the balance covers', async () => {
    const agent = await agentWith(1700_00)
    const plan = await makePlan(app.db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(agent, plan)))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 3, 402: 17 })
    expect(await plansOf(agent)).toHaveLength(3)
    expect(await walletPaise(app.database, agent.id)).toBe(200_00)
  })

  it('cost exactly the price that each confirmed while it changes', async () => {
    const agent = await agentWith(50_000_00)
    const plan = await makePlan(app.db)
    let isPaying = true
    const changes = (async () => {
      for (let price = 600; isPaying; price = price === 600 ? 500 : 600) {
        const { name: planName, validity_days: validity, lead_quota: numberOfLeads } = plan
        await clients.call(updatePlan, {
          token: admin.token,
          params: { id: plan.id },
          body: { planName, price, validity, numberOfLeads },
        })
      }
    })()
    const confirmed = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? 500 : 600))
    const answers = await Promise.all(confirmed.map((price) => pay(agent, plan, { price })))
    isPaying = false
    await changes
    const paid = answers.flatMap(({ status }, at) => (status === 200 ? [confirmed[at] ?? 0] : []))
    expect(tally(answers.map(({ body, status }) => body.code ?? status))).toEqual({
      200: paid.length,
      PLAN_PRICE_CHANGED: 30 - paid.length,
    })
    const sum = paid.reduce((total, price) => total + price * 100, 0)
    expect(await walletPaise(app.database, agent.id)).toBe(50_000_00 - sum)
    const sold = (await plansOf(agent)).map(({ price }) => price)
    expect(sold.toSorted()).toEqual(paid.toSorted())
  })

  it('never commit after the response to a suspension', async () => {
    for (let round = 0; round < 5; round += 1) {
      const agent = await agentWith(50_000_00)
      const plan = await makePlan(app.db)
      const payments = Array.from({ length: 20 }, () => pay(agent, plan))
      const suspending = clients.call(suspendUser, {
        token: admin.token,
        params: { userId: agent.id },
        query: 'status=suspended',
      })
      expect((await suspending).status).toBe(200)
      const atAnswer = await walletPaise(app.database, agent.id)
      const statuses = tally((await Promise.all(payments)).map(({ status }) => status))
      expect(await walletPaise(app.database, agent.id)).toBe(atAnswer)
      expect(atAnswer).toBe(50_000_00 - (statuses[200] ?? 0) * 500_00)
      expect((statuses[200] ?? 0) + (statuses[401] ?? 0)).toBe(20)
    }
  })
})
