import { endpoint } from '../../contract/src/endpoint.ts'
import * as leadCosts from '../../contract/src/lead-costs.ts'
import * as payments from '../../contract/src/payments.ts'
import * as plans from '../../contract/src/plans.ts'
import { rechargeWallet } from '../../contract/src/wallets.ts'
import { sign } from '../../gateway-sandbox/src/sign.ts'
import { makePlan } from '../../server/src/testing/factories.ts'
import { deployedSandboxKeys } from '../../server/src/testing/gateway.ts'
import { setLeadPrice } from '../../server/src/testing/insert-records.ts'
import { LEAD_COST_PAISE } from '../fill.ts'
import { write } from './call-benchmark.ts'
import { makeMany, paidOrders, uniqueNumber, withEach } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of writes of prices, plans and payments.

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

/** The same row for each request. */
const oneRow = (text: string) => async (system: BenchSystem, count: number) => {
  const { rows } = await system.database.pool.query<{ id: string }>(text)
  return Array.from({ length: count }, () => ({ id: rows[0]?.id ?? '' }))
}
/** The plan that all agents have bought. */
const soldPlan = oneRow("select id from plans where plan_id = 'BENCH'")
const ofSoldPlan = ({ id }: { id: string }) => ({ planId: id })

/** Adds the two prices that can be deleted. */
async function addSpecificPrices({ database }: BenchSystem) {
  for (const type of ['domestic', 'international'] as const) {
    await setLeadPrice(database.kysely, type, LEAD_COST_PAISE)
  }
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from lead_costs where type <> 'both'",
  )
  return rows
}

/** The webhook is not an endpoint of the contract, because its signed body is read as bytes. */
const webhook = endpoint('POST', payments.webhookPath, {
  name: 'webhook',
  summary: 'The gateway reports a captured payment',
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
  write(leadCosts.setLeadCost, { body: { type: 'both', price: LEAD_COST_PAISE / 100 } }),
  write(leadCosts.updateLeadCost, {
    subjects: oneRow("select id from lead_costs where type = 'both'"),
    body: { price: LEAD_COST_PAISE / 100 },
  }),
  write(leadCosts.deleteLeadCost, {
    // There is one price per lead type, and the price of a type that is on sale stays.
    maxRequests: 2,
    maxClients: 1,
    subjects: addSpecificPrices,
  }),
  write(rechargeWallet, { body: ({ userId }) => ({ userId, amount: 100 }) }),
  write(plans.addUsersPlanByAdmin, {
    subjects: async (system, count) =>
      withEach(await soldPlan(system, count), async () => ({ userId: system.agent().id })),
    body: ({ userId, id }) => ({ userId, planId: id }),
  }),
  write(plans.purchasePlan, { subjects: soldPlan, body: ofSoldPlan }),
  write(payments.createOrderPlan, { maxRequests: ORDERS, subjects: soldPlan, body: ofSoldPlan }),
  write(payments.createOrderWallet, { maxRequests: ORDERS, body: { amount: 500 } }),
  write(payments.verifyPayment, {
    maxRequests: ORDERS,
    subjects: paidOrders,
    body: ({ fields }) => ({ ...fields }),
  }),
  write(webhook, {
    maxRequests: ORDERS,
    subjects: capturedEvents,
    headers: ({ id, body }) => ({
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': sign(body, deployedSandboxKeys.webhookSecret, false),
    }),
    body: ({ body }) => body as never,
  }),
  // Last, because each created plan lengthens the list of plans that other calls read.
  write(plans.createPlan, {
    body: () => ({ planId: crypto.randomUUID(), ...planForm(`Plan ${uniqueNumber()}`) }),
  }),
  write(plans.updatePlan, { subjects: freshPlans, body: planForm('Changed') }),
  write(plans.deletePlan, { subjects: freshPlans }),
]
