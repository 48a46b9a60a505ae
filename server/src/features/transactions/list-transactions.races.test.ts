import { buyLead } from '@raahi/contract/purchases'
import { allTransactions, getTransactionSummary } from '@raahi/contract/transactions'
import { rechargeWallet } from '@raahi/contract/wallets'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgents,
  makeLeads,
} from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let clients: HttpClients
let admin: MadeUser

beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

const agentsBuying = 12
const leadsEach = 15

describe('while agents buy', () => {
  it('each page and each summary is from one snapshot, and the final figures are exact', async () => {
    const agents = await makeAgents(app.db, agentsBuying)
    for (const { id } of agents) await giveMoney(app.database, id, 100_000)
    const leads = await makeLeads(app.db, agentsBuying * leadsEach)
    const isDone = { value: false }

    const buyer = async (agent: MadeUser, at: number) => {
      for (const leadId of leads.slice(at * leadsEach, (at + 1) * leadsEach)) {
        const body = { leadId, expectedCost: 50 }
        expect((await clients.call(buyLead, { token: agent.token, body })).status).toBe(200)
      }
      const recharge = { userId: agent.id, amount: 12.5 }
      await clients.call(rechargeWallet, { token: admin.token, body: recharge })
    }
    let seen = 0
    const reader = async () => {
      while (!isDone.value) {
        // Stored before the request, because the other reader may increase the count while this one waits for its
        // response.
        const seenBefore = seen
        const { data } = await app
          .as(admin)
          .call(allTransactions, { query: { limit: 50, page: 2 } })
        expect(data.docs.length).toBe(Math.min(50, Math.max(0, data.totalDocs - 50)))
        expect(data.totalDocs).toBeGreaterThanOrEqual(seenBefore)
        seen = Math.max(seen, data.totalDocs)
        const summary = (await app.as(admin).call(getTransactionSummary)).data
        const bought = Math.round(summary.totalEarnings / 50)
        // The other transactions are recharges.
        expect(summary.totalTransactions - bought).toBeGreaterThanOrEqual(agentsBuying)
        expect(summary.totalTransactions - bought).toBeLessThanOrEqual(2 * agentsBuying)
        expect(summary.uniqueCustomers).toBeLessThanOrEqual(Math.min(bought, agentsBuying))
        expect(summary.successfulPayments).toBe(0)
        expect([0, 50]).toContain(summary.averageTransaction)
      }
    }
    const reading = [reader(), reader()]
    try {
      await Promise.all(agents.map(buyer))
    } finally {
      isDone.value = true
    }
    await Promise.all(reading)

    const summary = (await app.as(admin).call(getTransactionSummary)).data
    expect(summary).toEqual({
      totalEarnings: agentsBuying * leadsEach * 50,
      totalTransactions: agentsBuying * (leadsEach + 2),
      // The average of the leads only, because recharges are not sales.
      averageTransaction: 50,
      successRate: null,
      thisMonth: agentsBuying * leadsEach * 50,
      uniqueCustomers: agentsBuying,
      successfulPayments: 0,
    })
    await expectAllInvariantsHold(app.database)
  })
})
