import { endpoint } from '../../contract/src/endpoint.ts'
import * as leadCosts from '../../contract/src/lead-costs.ts'
import * as payments from '../../contract/src/payments.ts'
import * as plans from '../../contract/src/plans.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import { sign } from '../../gateway-sandbox/src/sign.ts'
import { sandboxKeys } from '../../server/src/config/payments.ts'
import { setLeadPrice } from '../../server/src/demo/insert-records.ts'
import { makePlan } from '../../server/src/testing/factories.ts'
import { LEAD_COST_PAISE } from '../fill.ts'
import { write } from './recipe.ts'
import { each, paidOrders } from './subjects.ts'
import type { World } from './world-types.ts'

// Everything that is done with prices, plans and payments.

const asAgent = ({ agent }: World) => ({ token: agent().token })
const asAdmin = ({ admin }: World) => ({ token: admin().token })

/** Each is asked about at the gateway for days: what is left open here is work for the reconciler. */
const ORDERS = 100

const freshPlans = ({ database }: World, count: number) =>
  each(count, () => makePlan(database.kysely))
const planForm = (planName: string) => ({
  planName,
  price: 500,
  description: 'Leads for a month',
  validity: 30,
  numberOfLeads: 10,
})

/** The plan that all agents have bought. */
async function soldPlan({ database }: World, count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from plans where plan_id = 'BENCH'",
  )
  return Array<string>(count).fill(rows[0]?.id ?? '')
}

/** Two of the three prices that there can be, those that leads can do without. */
async function pricesOfTheirOwn({ database }: World): Promise<string[]> {
  for (const type of ['domestic', 'international'] as const) {
    await setLeadPrice(database.kysely, type, LEAD_COST_PAISE)
  }
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from lead_costs where type <> 'both'",
  )
  return rows.map(({ id }) => id)
}

/** The gateway's own call is no endpoint of the contract, because its body is signed and read as bytes. */
const webhook = endpoint({
  name: 'webhook',
  summary: 'The gateway tells that a payment was captured',
  method: 'POST',
  path: payments.webhookPath,
  access: 'public',
})

/** What the gateway would have sent of orders that have just been paid. */
async function capturedEvents(world: World, count: number) {
  const orders = await paidOrders(world, count)
  const { rows } = await world.database.pool.query<{ id: string; body: string }>(
    "select id, body from sandbox_events where event = 'payment.captured' and order_id = any($1)",
    [orders.map(({ fields }) => fields.razorpay_order_id)],
  )
  return rows
}

export const moneyWrites = [
  write(leadCosts.setLeadCost, {
    ask: (world) => ({
      ...asAdmin(world),
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
    ask: (world, id) => ({
      ...asAdmin(world),
      params: { id },
      body: { price: LEAD_COST_PAISE / 100 },
    }),
  }),
  write(leadCosts.deleteLeadCost, {
    // There is one price of each type, and a type that is bought at any time keeps its price.
    most: 2,
    maxClients: 1,
    subjects: pricesOfTheirOwn,
    ask: (world, id) => ({ ...asAdmin(world), params: { id } }),
  }),
  write(rechargeWallet, {
    ask: (world) => ({ ...asAdmin(world), body: { userId: world.agent().id, amount: 100 } }),
  }),
  write(plans.addUsersPlanByAdmin, {
    subjects: soldPlan,
    ask: (world, planId) => ({ ...asAdmin(world), body: { userId: world.agent().id, planId } }),
  }),
  write(plans.purchasePlan, {
    subjects: soldPlan,
    ask: (world, planId) => ({ ...asAgent(world), body: { planId } }),
  }),
  write(payments.createOrderPlan, {
    most: ORDERS,
    subjects: soldPlan,
    ask: (world, planId) => ({ ...asAgent(world), body: { planId } }),
  }),
  write(payments.createOrderWallet, {
    most: ORDERS,
    ask: (world) => ({ ...asAgent(world), body: { amount: 500 } }),
  }),
  write(payments.verifyPayment, {
    most: ORDERS,
    subjects: paidOrders,
    ask: (_, { buyer, fields }) => ({ token: buyer.token, body: { ...fields } }),
  }),
  write(webhook, {
    most: ORDERS,
    subjects: capturedEvents,
    ask: (_, { id, body }) => ({
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': sign(body, sandboxKeys.webhookSecret, false),
      },
      body: body as never,
    }),
  }),
  // Last, because the catalogue that everybody else reads grows with them.
  write(plans.createPlan, {
    ask: (world, at) => ({
      ...asAdmin(world),
      body: { planId: crypto.randomUUID(), ...planForm(`Plan ${at}`) },
    }),
  }),
  write(plans.updatePlan, {
    subjects: freshPlans,
    ask: (world, { id }) => ({ ...asAdmin(world), params: { id }, body: planForm('Changed') }),
  }),
  write(plans.deletePlan, {
    subjects: freshPlans,
    ask: (world, { id }) => ({ ...asAdmin(world), params: { id } }),
  }),
]
