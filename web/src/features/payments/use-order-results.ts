import type { OrderOutcome } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { accountKey } from '../../lib/query-keys.ts'
import { refetch } from '../../lib/refetch.ts'
import type { SignedPayment } from './checkout-provider.ts'
import type { CheckoutEvent, Received } from './checkout-state.ts'
import { readOrder, verify } from './payments.api.ts'
import { useOrderWatch } from './use-order-watch.ts'

interface OrderResultsOptions {
  send: (event: CheckoutEvent) => void
  /** Whether the checkout shows this order. */
  isShown: (orderId: string) => boolean
  closeWindow: () => void
  forgetOrder: (orderId: string) => void
  onReceived: ((received: Received, shown: boolean) => void) | undefined
}

/** Finds out whether orders were paid, by their verification and by polling them, and reports each paid order once. */
export function useOrderResults({
  send,
  isShown,
  closeWindow,
  forgetOrder,
  onReceived,
}: OrderResultsOptions) {
  const queryClient = useQueryClient()
  const { watch, reportOnce, isReported } = useOrderWatch()

  const received = async (result: Received, shown: boolean) => {
    if (shown) send({ type: 'received', received: result })
    if (result.by === 'payment') {
      const { wallet } = result.order
      queryClient.setQueryData<User>(accountKey, (previous) => previous && { ...previous, wallet })
    }
    // A payment may affect every screen: plans, subscriptions, wallet, statement, invoices, dashboard.
    void refetch(queryClient, [])
    await queryClient.refetchQueries({ queryKey: accountKey })
    onReceived?.(result, shown)
  }
  const paid = (order: OrderOutcome, note: string | null = null) => {
    if (!reportOnce(order.orderId)) return
    forgetOrder(order.orderId)
    const shown = isShown(order.orderId)
    if (shown) closeWindow()
    void received({ by: 'payment', order, note }, shown)
  }
  const watchFor = (orderId: string) => watch(orderId, (signal) => readOrder(orderId, signal), paid)

  const verifyResult = async (orderId: string, payment: SignedPayment) => {
    try {
      paid(await verify(payment))
    } catch (error) {
      if (isRefusal(error, 'PAYMENT_RETURNED')) {
        const order = await readOrder(orderId).catch(() => null)
        if (order?.status === 'paid')
          return paid(order, errorMessage(error, 'This order was paid already.'))
      }
      send(eventOfUnverified(error))
      if (isRefusal(error, 'ORDER_EXPIRED')) return forgetOrder(orderId)
      const isLost = !(error instanceof ApiError) || error.isOutcomeUnknown
      // After a lost response the verification is repeated. An order that waits for the bank is polled.
      if (isLost) watch(orderId, () => verify(payment), paid)
      else watchFor(orderId)
    }
  }

  return { received, paid, watchFor, verifyResult, isReported }
}

/** Final refusals of a verification. After any other error the payment may be valid. */
const finalRefusals = [
  'PAYMENT_NOT_GENUINE',
  'PAYMENT_MISMATCH',
  'ORDER_NOT_FOUND',
  'VALIDATION_FAILED',
] as const

function eventOfUnverified(error: unknown): CheckoutEvent {
  if (isRefusal(error, 'ORDER_EXPIRED')) {
    return { type: 'expired', reason: errorMessage(error, 'This order has expired.') }
  }
  if (finalRefusals.some((code) => isRefusal(error, code))) {
    return { type: 'refused', reason: errorMessage(error, 'Something went wrong with payment.') }
  }
  return {
    type: 'unconfirmed',
    reason: isRefusal(error, 'PAYMENT_NOT_CAPTURED')
      ? 'Your bank has not confirmed this payment yet.'
      : 'You have paid, but we could not get the confirmation yet. We will keep checking.',
  }
}
