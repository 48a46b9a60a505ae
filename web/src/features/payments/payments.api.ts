import {
  createOrderPlan,
  createOrderWallet,
  getOrder,
  type Order,
  type OrderOutcome,
  verifyPayment,
} from '@raahi/contract/payments'
import { call } from '../../lib/api.ts'
import type { SignedPayment } from './checkout-provider.ts'

/** Orders a plan at the price that the buyer was shown, in rupees; one that costs nothing is granted at once. */
export function orderPlan(
  plan: { _id: string; price: number },
  idempotencyKey: string,
): Promise<Order> {
  const body = { planId: plan._id, expectedPrice: plan.price }
  return call(createOrderPlan, { body }, { idempotencyKey })
}

/** Orders a top-up of one's own wallet. `amount` in rupees. */
export function orderTopUp(amount: number, idempotencyKey: string): Promise<Order> {
  return call(createOrderWallet, { body: { amount } }, { idempotencyKey })
}

/** Hands in what the checkout gave. Handing it in again grants nothing twice. */
export function verify(payment: SignedPayment): Promise<OrderOutcome> {
  // The provider may send more than the three fields that count.
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = payment
  const body = { razorpay_payment_id, razorpay_order_id, razorpay_signature }
  return call(verifyPayment, { body })
}

/** What has come of an order so far. */
export function readOrder(orderId: string, signal?: AbortSignal): Promise<OrderOutcome> {
  return call(getOrder, { params: { orderId } }, signal ? { signal } : {})
}
