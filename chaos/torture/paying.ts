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
import { sandboxKeys } from '../../server/src/config/payments.ts'
import { type CheckoutFields, type GatewayLine, gatewayLineOf } from './gateway-line.ts'
import { paise, refusedOtherwise } from './sentences.ts'
import type { AgentPerson, Client } from './world.ts'

type Buyer = { client: Client; agent: AgentPerson }

/** Orders a plan of the catalogue as it was shown, and goes to pay for it. */
export async function orderPlan({ client, agent }: Buyer): Promise<void> {
  const shown = await client.askAs(agent, listPlans, {})
  refusedOtherwise(client, 'listPlans', shown, [])
  if (!shown.data?.length) return
  const plan = client.dice.pick(shown.data)
  const told = await client.askAs(agent, createOrderPlan, {
    body: { planId: plan._id, expectedPrice: plan.price },
    key: randomUUID(),
  })
  refusedOtherwise(client, 'createorderPlan', told, [
    'PLAN_NOT_FOUND',
    'PLAN_PRICE_CHANGED',
    'FREE_PLAN_ALREADY_GRANTED',
    'TOO_MANY_REQUESTS',
  ])
  if (told.code !== null) return
  const { userId } = agent
  const { subscription } = told.data
  if (subscription) {
    client.world.told.grants.push({
      subscriptionId: subscription._id,
      userId,
      planId: plan._id,
      pricePaise: 0,
    })
    return
  }
  const isPaid = await pay({ client, agent }, 'plan', told.data)
  await claim({ client, agent }, plan._id, isPaid)
}

/** What a payment has granted is shown to whoever asks for it; nothing is granted by asking, which is seen at the end. */
async function claim({ client, agent }: Buyer, planId: string, isPaid: boolean): Promise<void> {
  const told = await client.askAs(agent, purchasePlan, { body: { planId } })
  // One that was paid without being told, or sold by an admin, is there too.
  refusedOtherwise(client, 'purchasePlan', told, isPaid ? [] : ['PLAN_NOT_PAID', 'PLAN_NOT_FOUND'])
  if (told.code === null && told.data.plan !== planId) {
    client.world.around.complain(`who asked for plan ${planId} was shown ${told.data.plan}`)
  }
}

export async function orderTopUp({ client, agent }: Buyer): Promise<void> {
  const amount = client.dice.between(100, 300_000) / 100
  const told = await client.askAs(agent, createOrderWallet, { body: { amount }, key: randomUUID() })
  refusedOtherwise(client, 'createorderWallet', told, ['TOO_MANY_REQUESTS'])
  if (told.code === null) await pay({ client, agent }, 'wallet', told.data)
}

/**
 * At the checkout: pays, fails, is let down by the bank, tries again, or closes the tab; now and then days too late.
 * @returns whether the agent was told that it has paid
 */
async function pay(buyer: Buyer, kind: 'plan' | 'wallet', order: Order): Promise<boolean> {
  const { client, agent } = buyer
  const { dice, world } = client
  const orderId = order.orderId ?? ''
  world.told.orders.set(orderId, { userId: agent.userId, kind, amountPaise: order.amountPaise })
  const gateway = gatewayLineOf(world.around, dice)
  if (dice.chance(0.15)) await forgeEvents(buyer, gateway, order)
  if (dice.chance(0.1)) await world.expire(orderId)
  const outcome = dice.pick(['success', 'success', 'success', 'failure', 'late', 'late', 'none'])
  if (outcome === 'none') return false
  const startedAtMs = performance.now()
  let paid = await gateway.pay(orderId, outcome as 'success' | 'failure' | 'late')
  if (paid.outcome === 'failed' && dice.chance(0.5)) {
    await sleep(dice.between(0, 1500)) // In which a late payment may arrive, or may not.
    paid = await gateway.pay(orderId, 'success')
  }
  if (paid.outcome !== 'success' || dice.chance(0.25)) return false
  const clicks = dice.chance(0.15) ? 2 : 1
  const { fields } = paid
  const told = await Promise.all(
    Array.from({ length: clicks }, () => verify(buyer, kind, fields, startedAtMs)),
  )
  if (dice.chance(0.1)) await forge(buyer, fields)
  return told.includes(true)
}

/**
 * Reports the capture of a payment that the gateway knows nothing of: unsigned, and as whoever has stolen the secret
 * would. The first is refused, and neither grants anything, which is seen at the end.
 */
async function forgeEvents(
  { client }: Buyer,
  gateway: GatewayLine,
  { orderId, amountPaise }: Order,
): Promise<void> {
  const id = `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`
  const entity = { id, order_id: orderId, amount: amountPaise, currency: 'INR', status: 'captured' }
  const event = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } })
  const unsigned = await gateway.report(event, 'a'.repeat(64))
  const signed = await gateway.report(event, sign(event, sandboxKeys.webhookSecret))
  const isAsExpected = (status: number | undefined, right: number) =>
    status === undefined || status >= 500 || status === right
  if (!isAsExpected(unsigned, 400) || !isAsExpected(signed, 200)) {
    client.world.around.complain(`forged events were answered ${unsigned} and ${signed}`)
  }
}

/**
 * Hands in what the checkout gave. Only a gateway that lies may make it come to nothing.
 * @returns whether the agent was told that it has paid
 */
async function verify(
  { client, agent }: Buyer,
  kind: 'plan' | 'wallet',
  fields: CheckoutFields,
  startedAtMs: number,
): Promise<boolean> {
  const { around, told: facts } = client.world
  const told = await client.askAs(agent, verifyPayment, { body: fields })
  const didGatewayLie = around.outages.covers(['gateway'], startedAtMs, performance.now())
  refusedOtherwise(client, 'paymentVerification', told, [
    'PAYMENT_RETURNED',
    ...(didGatewayLie ? ['PAYMENT_MISMATCH', 'PAYMENT_NOT_GENUINE'] : []),
  ])
  if (told.code !== null) return false
  const { razorpay_payment_id: paymentId, razorpay_order_id: orderId } = fields
  facts.payments.push({ paymentId, orderId, userId: agent.userId })
  const order = facts.orders.get(orderId)
  const { data } = told
  const isRight =
    data.status === 'paid' &&
    data.kind === kind &&
    data.paymentId === paymentId &&
    paise(data.amount) === order?.amountPaise &&
    (data.subscription !== null) === (kind === 'plan')
  if (!isRight) around.complain(`order ${orderId} was paid, and answered ${JSON.stringify(data)}`)
  return true
}

/** A payment that the gateway did not sign for this order pays nothing, and nobody else's order can be looked at. */
async function forge({ client, agent }: Buyer, fields: CheckoutFields): Promise<void> {
  const { told: facts, around } = client.world
  const others = [...facts.orders].filter(([, order]) => order.userId !== agent.userId)
  const forged = await client.askAs(agent, verifyPayment, {
    body: { ...fields, razorpay_signature: 'a'.repeat(64) },
  })
  if (forged.code !== 'PAYMENT_NOT_GENUINE') {
    around.complain(`a forged payment was answered ${forged.code}`)
  }
  const [orderId] = others.length > 0 ? client.dice.pick(others) : []
  if (orderId === undefined) return
  const borrowed = await client.askAs(agent, verifyPayment, {
    body: { ...fields, razorpay_order_id: orderId },
  })
  const looked = await client.askAs(agent, getOrder, { params: { orderId } })
  if (borrowed.code !== 'ORDER_NOT_FOUND' || looked.code !== 'ORDER_NOT_FOUND') {
    around.complain(`another agent's order was answered ${borrowed.code} and ${looked.code}`)
  }
}
