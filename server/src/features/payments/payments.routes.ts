import { askedText } from '@raahi/contract/money-requests'
import * as contract from '@raahi/contract/payments'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import { createPlanOrder, createWalletOrder } from './create-order.ts'
import type { OnlinePayments } from './online-payments.ts'
import { findOutcome, findOwnOrder } from './orders.queries.ts'
import { getRefundablePayment, refundByAdmin } from './refund-by-admin.ts'
import type { SettleDeps } from './settle-deps.ts'
import { verifyPayment } from './verify-payment.ts'

export function addPaymentRoutes(
  deps: RouteDeps & SettleDeps & { payments: OnlinePayments },
): void {
  const { addRoute } = deps
  const { kysely } = deps.database

  addRoute(contract.createOrderPlan, async ({ caller, body, idempotency }) => {
    const { answer, replayed } = await createPlanOrder(deps, {
      userId: caller.agencyId,
      planId: body.planId,
      expectedPricePaise: body.expectedPrice,
      idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(contract.createOrderWallet, async ({ caller, body, idempotency }) => {
    const { answer, replayed } = await createWalletOrder(deps, {
      userId: caller.agencyId,
      amountPaise: body.amount,
      idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(contract.verifyPayment, async ({ caller, body }) => {
    const outcome = await verifyPayment(deps, {
      userId: caller.agencyId,
      gatewayOrderId: body.razorpay_order_id,
      paymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    })
    const message =
      outcome.kind === 'plan'
        ? 'Successfully purchased the plan!'
        : 'The money has been added to your wallet.'
    return { data: outcome, message }
  })

  addRoute(contract.getOrder, async ({ caller, params }) => {
    const { id } = await findOwnOrder(kysely, {
      userId: caller.agencyId,
      gatewayOrderId: params.orderId,
    })
    return { data: await findOutcome(kysely, id) }
  })

  addRoute(contract.getRefundablePayment, async ({ params }) => ({
    data: await getRefundablePayment(deps.database, params.id),
  }))

  addRoute(contract.refundPayment, async (call) => {
    const by = { caller: call.caller, actor: actorOf(call) }
    const { answer, replayed } = await refundByAdmin(deps, by, {
      paymentId: call.body.transactionId,
      amountPaise: call.body.amount,
      reason: call.body.reason,
      idempotency: call.idempotency,
    })
    const accepted = answer.requestId !== null
    return { data: answer, replayed, accepted, ...(accepted && { message: askedText }) }
  })
}
