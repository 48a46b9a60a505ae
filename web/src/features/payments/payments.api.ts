import {
  createOrderPlan,
  createOrderWallet,
  getOrder,
  type Order,
  type OrderOutcome,
  verifyPayment,
} from '@raahi/contract/payments'
import { payPlanFromWallet, type Subscription } from '@raahi/contract/plans'
import { call } from '../../lib/api.ts'
import type { SignedPayment } from './checkout-provider.ts'

/** Orders a plan at the price that the buyer saw, in rupees. A free plan is granted at once. */
export function orderPlan(
  plan: { _id: string; price: number },
  idempotencyKey: string,
): Promise<Order> {
  const body = { planId: plan._id, expectedPrice: plan.price }
  return call(createOrderPlan, { body }, { idempotencyKey })
}

/** Buys a plan at the price that the buyer saw, in rupees, with the balance of the wallet. */
export async function buyFromWallet(
  plan: { _id: string; price: number },
  idempotencyKey: string,
): Promise<{ orderId: null; subscription: Subscription }> {
  const body = { planId: plan._id, expectedPrice: plan.price }
  const { subscription } = await call(payPlanFromWallet, { body }, { idempotencyKey })
  return { orderId: null, subscription }
}

/** Orders a top-up of the agent's wallet. `amount` in rupees. */
export function orderTopUp(amount: number, idempotencyKey: string): Promise<Order> {
  return call(createOrderWallet, { body: { amount } }, { idempotencyKey })
}

/** Sends the checkout's result to the server. Repeating it grants nothing twice. */
export function verify(payment: SignedPayment): Promise<OrderOutcome> {
  // The provider may send more fields than these three.
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = payment
  const body = { razorpay_payment_id, razorpay_order_id, razorpay_signature }
  return call(verifyPayment, { body })
}

/** Reads the state of an order. */
export function readOrder(orderId: string, signal?: AbortSignal): Promise<OrderOutcome> {
  return call(getOrder, { params: { orderId } }, signal ? { signal } : {})
}
