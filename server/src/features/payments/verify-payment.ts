import type { OrderOutcome } from '@raahi/contract/payments'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type GatewayPayment, GatewayRefused, GatewayUnavailable } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { findOutcome, findOwnOrder, findPayment, type OrderRow } from './orders.queries.ts'
import type { SettleDeps } from './settle-deps.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'

/** The checkout's result in the browser. */
export interface CheckoutResult {
  userId: string
  gatewayOrderId: string
  paymentId: string
  signature: string
}

/**
 * Verifies the result of a checkout: the order must belong to the caller, the signature must match the stored order,
 * and the gateway must report the payment as captured. The order is then granted, unless it was granted before.
 * @throws ApiFailure ORDER_NOT_FOUND, PAYMENT_NOT_GENUINE, PAYMENT_MISMATCH, PAYMENT_NOT_CAPTURED, PAYMENT_RETURNED,
 * ORDER_EXPIRED, PAYMENTS_OFF, GATEWAY_FAILED
 */
export async function verifyPayment(
  deps: SettleDeps & { payments: OnlinePayments },
  result: CheckoutResult,
): Promise<OrderOutcome> {
  const { kysely } = deps.database
  deps.payments.requireOn()
  const order = await findOwnOrder(kysely, result)
  const { paymentId, signature, gatewayOrderId } = result
  if (!deps.payments.signedCheckout({ gatewayOrderId, paymentId, signature })) {
    throw new ApiFailure('PAYMENT_NOT_GENUINE')
  }
  // A webhook is often faster than the browser; then no gateway call is needed.
  if (!(await isPaidBy(kysely, order, paymentId))) {
    const payment = await fetchPaymentStatus(deps.payments, paymentId)
    if (payment?.order_id !== gatewayOrderId) throw new ApiFailure('PAYMENT_MISMATCH')
    refuseUnlessPaid(await settlePayment(deps, payment))
  }
  return findOutcome(kysely, order.id)
}

async function isPaidBy(db: Kysely<Schema>, order: OrderRow, paymentId: string): Promise<boolean> {
  const payment = await findPayment(db, paymentId)
  return payment?.order_id === order.id && payment.status === 'captured' && !payment.surplus
}

async function fetchPaymentStatus(
  { gateway }: OnlinePayments,
  paymentId: string,
): Promise<GatewayPayment | null> {
  try {
    return await gateway.fetchPayment(paymentId)
  } catch (cause) {
    if (!(cause instanceof GatewayUnavailable || cause instanceof GatewayRefused)) throw cause
    throw new ApiFailure('GATEWAY_FAILED', {
      message:
        'We could not check this payment with the bank just now. Your money is safe. We will keep checking, complete your order and email you. Please do not pay again.',
      cause,
    })
  }
}

function refuseUnlessPaid(settlement: Settlement): void {
  switch (settlement) {
    case 'paid':
      return
    case 'surplus':
      throw new ApiFailure('PAYMENT_RETURNED')
    case 'expired':
      throw new ApiFailure('ORDER_EXPIRED')
    case 'refunded':
      throw new ApiFailure('PAYMENT_RETURNED', {
        message: 'This payment has been refunded to you. Nothing has been added to your account.',
      })
    case 'mismatch':
      throw new ApiFailure('PAYMENT_MISMATCH')
    default:
      throw new ApiFailure('PAYMENT_NOT_CAPTURED')
  }
}
