import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createOrderPlan,
  createOrderWallet,
  getOrder,
  type Order,
  verifyPayment,
} from '../../contract/src/payments.ts'
import { listPlans, purchasePlan } from '../../contract/src/plans.ts'
import { sign } from '../../gateway-sandbox/src/sign.ts'
import { deployedSandboxKeys } from '../../server/src/testing/gateway.ts'
import { checkResponseCode, paise } from './check-response.ts'
import { type CheckoutFields, createGatewayClient, type GatewayClient } from './gateway-client.ts'
import type { AgentPerson, Client } from './run-state.ts'

type Payer = { client: Client; agent: AgentPerson }

/** Orders a plan at the price that was shown, and tries to pay it. */
export async function orderPlan({ client, agent }: Payer): Promise<void> {
  const shown = await client.sendAs(agent, listPlans, {})
  checkResponseCode(client, 'listPlans', shown, [])
  if (!shown.data?.length) return
  const plan = client.random.pick(shown.data)
  const response = await client.sendAs(agent, createOrderPlan, {
    body: { planId: plan._id, expectedPrice: plan.price },
    key: randomUUID(),
  })
  checkResponseCode(client, 'createorderPlan', response, [
    'PLAN_NOT_FOUND',
    'PLAN_PRICE_CHANGED',
    'FREE_PLAN_ALREADY_GRANTED',
    'TOO_MANY_REQUESTS',
  ])
  if (response.code !== null) return
  const { userId } = agent
  const { subscription } = response.data
  if (subscription) {
    client.state.expected.grants.push({
      subscriptionId: subscription._id,
      userId,
      planId: plan._id,
      pricePaise: 0,
    })
    return
  }
  const isPaid = await pay({ client, agent }, 'plan', response.data)
  await checkGrantedPlan({ client, agent }, plan._id, isPaid)
}

/** Reads the subscription that a payment granted. Reading must not grant anything; the final checks verify that. */
async function checkGrantedPlan(
  { client, agent }: Payer,
  planId: string,
  isPaid: boolean,
): Promise<void> {
  const response = await client.sendAs(agent, purchasePlan, { body: { planId } })
  // An admin may have sold the plan, or a payment may have arrived whose response was lost.
  checkResponseCode(
    client,
    'purchasePlan',
    response,
    isPaid ? [] : ['PLAN_NOT_PAID', 'PLAN_NOT_FOUND'],
  )
  if (response.code === null && response.data.plan !== planId) {
    client.state.context.reportViolation(
      `the response about plan ${planId} shows plan ${response.data.plan}`,
    )
  }
}

export async function orderTopUp({ client, agent }: Payer): Promise<void> {
  const amount = client.random.between(100, 300_000) / 100
  const response = await client.sendAs(agent, createOrderWallet, {
    body: { amount },
    key: randomUUID(),
  })
  checkResponseCode(client, 'createorderWallet', response, ['TOO_MANY_REQUESTS'])
  if (response.code === null) await pay({ client, agent }, 'wallet', response.data)
}

/**
 * Simulates a checkout: a payment that succeeds, fails, arrives late or is retried, a closed tab, and sometimes an
 * order that is too old.
 * @returns whether the payment was confirmed to the agent
 */
async function pay(buyer: Payer, kind: 'plan' | 'wallet', order: Order): Promise<boolean> {
  const { client, agent } = buyer
  const { random, state } = client
  const orderId = order.orderId ?? ''
  state.expected.orders.set(orderId, { userId: agent.userId, kind, amountPaise: order.amountPaise })
  const gateway = createGatewayClient(state.context, random)
  if (random.chance(0.15)) await forgeEvents(buyer, gateway, order)
  if (random.chance(0.1)) await state.expire(orderId)
  const outcome = random.pick(['success', 'success', 'success', 'failure', 'late', 'late', 'none'])
  if (outcome === 'none') return false
  const startedAtMs = performance.now()
  let paid = await gateway.pay(orderId, outcome as 'success' | 'failure' | 'late')
  if (paid.outcome === 'failed' && random.chance(0.5)) {
    await sleep(random.between(0, 1500)) // A late payment may arrive meanwhile.
    paid = await gateway.pay(orderId, 'success')
  }
  if (paid.outcome !== 'success' || random.chance(0.25)) return false
  const requestCount = random.chance(0.15) ? 2 : 1
  const { fields } = paid
  const confirmations = await Promise.all(
    Array.from({ length: requestCount }, () => verify(buyer, kind, fields, startedAtMs)),
  )
  if (random.chance(0.1)) await sendForgedVerifications(buyer, fields)
  return confirmations.includes(true)
}

/**
 * Sends webhook events about a payment that the gateway does not know: one without a valid signature, one signed with
 * the stolen secret. The first is refused. Neither grants anything; the final checks verify that.
 */
async function forgeEvents(
  { client }: Payer,
  gateway: GatewayClient,
  { orderId, amountPaise }: Order,
): Promise<void> {
  const id = `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`
  const entity = { id, order_id: orderId, amount: amountPaise, currency: 'INR', status: 'captured' }
  const event = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } })
  const unsigned = await gateway.report(event, 'a'.repeat(64))
  const signed = await gateway.report(event, sign(event, deployedSandboxKeys.webhookSecret))
  const isAsExpected = (status: number | undefined, expected: number) =>
    status === undefined || status >= 500 || status === expected
  if (!isAsExpected(unsigned, 400) || !isAsExpected(signed, 200)) {
    client.state.context.reportViolation(
      `forged events got the responses ${unsigned} and ${signed}`,
    )
  }
}

/**
 * Sends the checkout's result to the product. It may fail only while the gateway sends wrong data.
 * @returns whether the payment was confirmed to the agent
 */
async function verify(
  { client, agent }: Payer,
  kind: 'plan' | 'wallet',
  fields: CheckoutFields,
  startedAtMs: number,
): Promise<boolean> {
  const { context, expected } = client.state
  const response = await client.sendAs(agent, verifyPayment, { body: fields })
  const wasGatewayDisturbed = context.outages.covers(['gateway'], startedAtMs, performance.now())
  checkResponseCode(client, 'paymentVerification', response, [
    'PAYMENT_RETURNED',
    'ORDER_EXPIRED',
    ...(wasGatewayDisturbed ? ['PAYMENT_MISMATCH', 'PAYMENT_NOT_GENUINE'] : []),
  ])
  if (response.code !== null) return false
  const { razorpay_payment_id: paymentId, razorpay_order_id: orderId } = fields
  expected.payments.push({ paymentId, orderId, userId: agent.userId })
  const order = expected.orders.get(orderId)
  const { data } = response
  const isCorrect =
    data.status === 'paid' &&
    data.kind === kind &&
    data.paymentId === paymentId &&
    paise(data.amount) === order?.amountPaise &&
    (data.subscription !== null) === (kind === 'plan')
  if (!isCorrect)
    context.reportViolation(
      `order ${orderId} was paid, but the response is ${JSON.stringify(data)}`,
    )
  return true
}

/** A payment without a valid signature settles nothing, and an agent cannot read another agent's order. */
async function sendForgedVerifications(
  { client, agent }: Payer,
  fields: CheckoutFields,
): Promise<void> {
  const { expected, context } = client.state
  const others = [...expected.orders].filter(([, order]) => order.userId !== agent.userId)
  const forged = await client.sendAs(agent, verifyPayment, {
    body: { ...fields, razorpay_signature: 'a'.repeat(64) },
  })
  if (forged.code !== 'PAYMENT_NOT_GENUINE') {
    context.reportViolation(`a forged payment got the response ${forged.code}`)
  }
  const [orderId] = others.length > 0 ? client.random.pick(others) : []
  if (orderId === undefined) return
  const verification = await client.sendAs(agent, verifyPayment, {
    body: { ...fields, razorpay_order_id: orderId },
  })
  const order = await client.sendAs(agent, getOrder, { params: { orderId } })
  if (verification.code !== 'ORDER_NOT_FOUND' || order.code !== 'ORDER_NOT_FOUND') {
    context.reportViolation(
      `requests for another agent's order got the responses ${verification.code} and ${order.code}`,
    )
  }
}
