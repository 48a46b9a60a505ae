import { getAllPlansOfUser } from '@raahi/contract/plans'
import { getUserLead } from '@raahi/contract/purchases'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgents, makePlan } from '../../testing/factories.ts'
import { repetitions } from '../../testing/long-tests.ts'
import type { RealMarketplace } from '../../testing/model/command.ts'
import { marketplaceCommands, openingCommands } from '../../testing/model/marketplace-commands.ts'
import {
  emptyModel,
  type MarketplaceModel,
  planTerms,
} from '../../testing/model/marketplace-model.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const agentCount = 3
// Each run has a different seed. The name of a failed test has its seed, which MODEL_SEED sets to reproduce the
// failure.
const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31)

let app: TestApp
let admin: MadeUser

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(async () => {
  await app.close()
})

it(
  `random sequences of commands match a small model, and all ledger invariants hold (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(marketplaceCommands(agentCount, 60), async (commands) => {
        await app.db.deleteFrom('lead_costs').execute()
        const agents = await makeAgents(app.db, agentCount)
        const real: RealMarketplace = {
          app,
          admin,
          agents,
          leads: [],
          requests: new Map(),
          plans: {
            paid: await makePlanOf('paid'),
            free: await makePlanOf('free'),
          },
        }
        const model = emptyModel(agentCount)
        const all = [...openingCommands(agentCount), ...commands]
        await fc.asyncModelRun(() => ({ model, real }), all)
        await expectSameState(model, real)
        await expectAllInvariantsHold(app.database)
      }),
      { seed, numRuns: repetitions(8), interruptAfterTimeLimit: repetitions(60_000) },
    )
  },
  repetitions(120_000),
)

async function makePlanOf(kind: keyof typeof planTerms): Promise<string> {
  const { type, quota, days, pricePaise } = planTerms[kind]
  const plan = await makePlan(app.db, {
    type,
    lead_quota: quota,
    validity_days: days,
    price_paise: pricePaise,
  })
  return plan.id
}

async function expectSameState(model: MarketplaceModel, { agents }: RealMarketplace) {
  for (const [at, agent] of agents.entries()) {
    expect(await walletPaise(app.database, agent.id)).toBe(model.wallets[at])
    const purchases = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    const costs = purchases.data.map((purchase) => Math.round(purchase.cost * 100))
    const paid = model.leads.filter((lead) => lead.soldTo === at).map((lead) => lead.paid)
    expect(costs.toSorted()).toEqual(paid.toSorted())
    const statuses = model.leads
      .filter((lead) => lead.soldTo === at)
      .map((lead) => lead.requests.at(-1) ?? 'no-replacement')
    expect(purchases.data.map((purchase) => purchase.replacementStatus).toSorted()).toEqual(
      statuses.toSorted(),
    )
    const plans = await app.as(agent).call(getAllPlansOfUser)
    expect(plans.data.map(({ leadsLeft }) => leadsLeft).toSorted()).toEqual(
      model.plans[at]?.map(({ leadsLeft }) => leadsLeft).toSorted(),
    )
  }
}
