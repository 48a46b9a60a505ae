import { endpoint } from '../../contract/src/endpoint.ts'
import * as leadCosts from '../../contract/src/lead-costs.ts'
import * as payments from '../../contract/src/payments.ts'
import * as plans from '../../contract/src/plans.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import { sign } from '../../gateway-sandbox/src/sign.ts'
import { sandboxKeys } from '../../server/src/config/payments.ts'
import { makePlan } from '../../server/src/testing/factories.ts'
import { setLeadPrice } from '../../server/src/testing/insert-records.ts'
import { LEAD_COST_PAISE } from '../fill.ts'
import { write } from './call-benchmark.ts'
import { makeMany, paidOrders } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of writes of prices, plans and payments.

const asAgent = ({ agent }: BenchSystem) => ({ token: agent().token })
const asAdmin = ({ admin }: BenchSystem) => ({ token: admin().token })

/** The reconciler checks each open order for days, so there are only a few. */
const ORDERS = 100

const freshPlans = ({ database }: BenchSystem, count: number) =>
  makeMany(count, () => makePlan(database.kysely))
const planForm = (planName: string) => ({
  planName,
  price: 500,
  description: 'Leads for a month',
  validity: 30,
  numberOfLeads: 10,
})

/** The plan that all agents have bought. */
async function soldPlan({ database }: BenchSystem, count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from plans where plan_id = 'BENCH'",
  )
  return Array<string>(count).fill(rows[0]?.id ?? '')
}

/** Adds the two prices that can be deleted. */
async function addSpecificPrices({ database }: BenchSystem): Promise<string[]> {
  for (const type of ['domestic', 'international'] as const) {
    await setLeadPrice(database.kysely, type, LEAD_COST_PAISE)
  }
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from lead_costs where type <> 'both'",
  )
  return rows.map(({ id }) => id)
}

/** The webhook is not an endpoint of the contract, because its signed body is read as bytes. */
const webhook = endpoint({
  name: 'webhook',
  summary: 'The gateway reports a captured payment',
  method: 'POST',
  path: payments.webhookPath,
  access: 'public',
})

/** The gateway's events for orders that were just paid. */
async function capturedEvents(system: BenchSystem, count: number) {
  const orders = await paidOrders(system, count)
  const { rows } = await system.database.pool.query<{ id: string; body: string }>(
    "select id, body from sandbox_events where event = 'payment.captured' and order_id = any($1)",
    [orders.map(({ fields }) => fields.razorpay_order_id)],
  )
  return rows
}

export const moneyWrites = [
  write(leadCosts.setLeadCost, {
    buildRequest: (system) => ({
      ...asAdmin(system),
      body: { type: 'both' as const, price: LEAD_COST_PAISE / 100 },
    }),
  }),
  write(leadCosts.updateLeadCost, {
    subjects: async ({ database }, count) => {
      const { rows } = await database.pool.query<{ id: string }>(
        "select id from lead_costs where type = 'both'",
      )
      return Array<string>(count).fill(rows[0]?.id ?? '')
    },
    buildRequest: (system, id) => ({
      ...asAdmin(system),
      params: { id },
      body: { price: LEAD_COST_PAISE / 100 },
    }),
  }),
  write(leadCosts.deleteLeadCost, {
    // There is one price per lead type, and the price of a type that is on sale stays.
    maxRequests: 2,
    maxClients: 1,
    subjects: addSpecificPrices,
    buildRequest: (system, id) => ({ ...asAdmin(system), params: { id } }),
  }),
  write(rechargeWallet, {
    buildRequest: (system) => ({
      ...asAdmin(system),
      body: { userId: system.agent().id, amount: 100 },
    }),
  }),
  write(plans.addUsersPlanByAdmin, {
    subjects: soldPlan,
    buildRequest: (system, planId) => ({
      ...asAdmin(system),
      body: { userId: system.agent().id, planId },
    }),
  }),
  write(plans.purchasePlan, {
    subjects: soldPlan,
    buildRequest: (system, planId) => ({ ...asAgent(system), body: { planId } }),
  }),
  write(payments.createOrderPlan, {
    maxRequests: ORDERS,
    subjects: soldPlan,
    buildRequest: (system, planId) => ({ ...asAgent(system), body: { planId } }),
  }),
  write(payments.createOrderWallet, {
    maxRequests: ORDERS,
    buildRequest: (system) => ({ ...asAgent(system), body: { amount: 500 } }),
  }),
  write(payments.verifyPayment, {
    maxRequests: ORDERS,
    subjects: paidOrders,
    buildRequest: (_, { buyer, fields }) => ({ token: buyer.token, body: { ...fields } }),
  }),
  write(webhook, {
    maxRequests: ORDERS,
    subjects: capturedEvents,
    buildRequest: (_, { id, body }) => ({
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': sign(body, sandboxKeys.webhookSecret, false),
      },
      body: body as never,
    }),
  }),
  // Last, because the plan list that other calls read grows with them.
  write(plans.createPlan, {
    buildRequest: (system, at) => ({
      ...asAdmin(system),
      body: { planId: crypto.randomUUID(), ...planForm(`Plan ${at}`) },
    }),
  }),
  write(plans.updatePlan, {
    subjects: freshPlans,
    buildRequest: (system, { id }) => ({
      ...asAdmin(system),
      params: { id },
      body: planForm('Changed'),
    }),
  }),
  write(plans.deletePlan, {
    subjects: freshPlans,
    buildRequest: (system, { id }) => ({ ...asAdmin(system), params: { id } }),
  }),
]
