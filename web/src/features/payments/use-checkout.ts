import type { Order, OrderOutcome } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { accountKey } from '../../lib/query-keys.ts'
import { refetch } from '../../lib/refetch.ts'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { useAccount } from '../account/public/use-account.ts'
import {
  CheckoutLoadError,
  type CheckoutWindow,
  loadCheckoutProvider,
  type SignedPayment,
} from './checkout-provider.ts'
import {
  advance,
  type CheckoutEvent,
  idleCheckout,
  isProcessing,
  type Received,
} from './checkout-state.ts'
import { openCheckoutWindow } from './open-checkout-window.ts'
import { removeOpenOrder, storeOpenOrder } from './open-order.ts'
import { readOrder, verify } from './payments.api.ts'
import { useOrderWatch } from './use-order-watch.ts'

/** One decision to pay. */
export interface PayIntent {
  /** Identifies the intent: what is paid for, and how much. */
  intent: string
  /** Shown in the checkout window. */
  description: string
  /** The plan is free, so no checkout window is needed. */
  free?: boolean
  placeOrder: (idempotencyKey: string) => Promise<Order>
}

interface CheckoutCallbacks {
  /**
   * Called once for each paid order and each free plan, after the wallet was refreshed.
   * @param shown whether `checkout` shows the result too; false if the payment arrived after the buyer had moved on
   */
  onReceived?: (received: Received, shown: boolean) => void
  /** Called if the server rejects the order. `checkout` contains the reason. */
  onRefused?: (error: unknown) => void
}

/** Final refusals of a verification. After any other error the payment may be valid. */
const finalRefusals = [
  'PAYMENT_NOT_GENUINE',
  'PAYMENT_MISMATCH',
  'ORDER_NOT_FOUND',
  'VALIDATION_FAILED',
] as const

/**
 * Runs a payment from the order to its result. One intent creates one order, however often it is attempted, so that
 * nothing is ordered or paid twice. An order that was not paid in the checkout window is polled for a while, because
 * the bank may still confirm it.
 */
export function useCheckout({ onReceived, onRefused }: CheckoutCallbacks = {}) {
  const { user } = useAccount()
  const queryClient = useQueryClient()
  const { keyFor, settle } = useIntentKey()
  const [checkout, setCheckout] = useState(idleCheckout)
  /** The current state, for events between two renders. */
  const latest = useRef(idleCheckout)
  const checkoutWindow = useRef<CheckoutWindow | null>(null)
  /** Number of the current window. Events of earlier windows are ignored. */
  const attempt = useRef(0)
  /** Open orders by their intent. */
  const orders = useRef(new Map<string, string>())

  const send = (event: CheckoutEvent) => {
    latest.current = advance(latest.current, event)
    setCheckout(latest.current)
  }
  const closeWindow = () => {
    attempt.current += 1
    checkoutWindow.current?.close()
    checkoutWindow.current = null
  }
  const latestCloseWindow = useRef(closeWindow)
  useEffect(() => {
    const closeOnUnmount = latestCloseWindow.current
    // Closes the checkout window when the page is left.
    return () => closeOnUnmount()
  }, [])

  const refresh = async () => {
    // A payment may affect every screen: plans, subscriptions, wallet, statement, invoices, dashboard.
    void refetch(queryClient, [])
    await queryClient.refetchQueries({ queryKey: accountKey })
  }
  const received = async (result: Received, shown: boolean) => {
    if (shown) send({ type: 'received', received: result })
    if (result.by === 'payment') {
      const { wallet } = result.order
      queryClient.setQueryData<User>(accountKey, (previous) => previous && { ...previous, wallet })
    }
    await refresh()
    onReceived?.(result, shown)
  }
  const { watch, reportOnce, isReported } = useOrderWatch()
  /** The next attempt of the intent creates a new order. */
  const forget = (orderId: string) => {
    removeOpenOrder()
    for (const [intent, id] of orders.current) {
      if (id !== orderId) continue
      orders.current.delete(intent)
      settle(intent)
    }
  }
  const paid = (order: OrderOutcome, note: string | null = null) => {
    if (!reportOnce(order.orderId)) return
    forget(order.orderId)
    const shown = latest.current.orderId === order.orderId
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
      if (isRefusal(error, 'ORDER_EXPIRED')) {
        forget(orderId)
        return send({ type: 'expired', reason: errorMessage(error, 'This order has expired.') })
      }
      const isFinal = finalRefusals.some((code) => isRefusal(error, code))
      const isLost = !(error instanceof ApiError) || error.isOutcomeUnknown
      send({
        type: isFinal ? 'refused' : 'unconfirmed',
        reason: isFinal
          ? errorMessage(error, 'Something went wrong with payment.')
          : formatUnconfirmed(isRefusal(error, 'PAYMENT_NOT_CAPTURED')),
      })
      // After a lost response the verification is repeated. An order that waits for the bank is polled.
      if (isLost) watch(orderId, () => verify(payment), paid)
      else watchFor(orderId)
    }
  }

  /** The order of this intent if it was paid meanwhile. An expired order is removed. */
  const findPaidOrder = async (intent: string): Promise<OrderOutcome | null> => {
    const orderId = orders.current.get(intent)
    if (orderId === undefined) return null
    const order = await readOrder(orderId)
    if (order.status === 'expired' || order.status === 'closed') forget(orderId)
    return order.status === 'paid' ? order : null
  }

  const order = async ({ intent, description, free = false, placeOrder }: PayIntent) => {
    const paidOrder = await findPaidOrder(intent)
    if (paidOrder) {
      send({ type: 'ordered', orderId: paidOrder.orderId, key: '' })
      return paid(paidOrder)
    }
    // The script is loaded first, so that no order is created for a window that cannot open.
    const provider = free ? null : await loadCheckoutProvider()
    const created = await placeOrder(keyFor(intent))
    const { orderId } = created
    if (orderId === null || provider === null) {
      settle(intent)
      if (created.subscription) {
        return received({ by: 'free', subscription: created.subscription }, true)
      }
      throw new CheckoutLoadError()
    }
    if (isReported(orderId)) {
      // The order was paid and reported during this second attempt, so nothing remains to be paid.
      settle(intent)
      const order = await readOrder(orderId)
      return received({ by: 'payment', order, note: null }, true)
    }
    orders.current.set(intent, orderId)
    storeOpenOrder(orderId)
    attempt.current += 1
    const currentAttempt = attempt.current
    const ifCurrent = (happened: () => void) => {
      if (currentAttempt === attempt.current) happened()
    }
    checkoutWindow.current = openCheckoutWindow(provider, {
      order: { ...created, orderId },
      description,
      buyer: user,
      onSigned: (payment) =>
        ifCurrent(() => {
          send({ type: 'signed' })
          void verifyResult(orderId, payment)
        }),
      onDeclined: (reason) =>
        ifCurrent(() => {
          send({ type: 'declined', reason })
          watchFor(orderId)
        }),
      onClosed: () =>
        ifCurrent(() => {
          removeOpenOrder()
          send({ type: 'closed' })
          watchFor(orderId)
        }),
    })
    send({ type: 'ordered', orderId, key: created.key })
  }

  const pay = async (intent: PayIntent) => {
    // A step without `start` is in progress, or forbids another payment.
    if (advance(latest.current, { type: 'start' }) === latest.current) return
    closeWindow()
    send({ type: 'start' })
    try {
      await order(intent)
    } catch (error) {
      if (error instanceof ApiError && !error.isOutcomeUnknown) settle(intent.intent)
      send({
        type: 'refused',
        reason:
          error instanceof CheckoutLoadError
            ? error.message
            : errorMessage(error, 'Failed to initiate payment'),
      })
      if (error instanceof ApiError) onRefused?.(error)
    }
  }

  return {
    checkout,
    processing: isProcessing(checkout),
    pay,
    /** Resets the checkout after the buyer has read the result, and closes an open window. */
    reset: () => {
      if (advance(latest.current, { type: 'reset' }) === latest.current) return
      closeWindow()
      send({ type: 'reset' })
    },
  }
}

function formatUnconfirmed(byTheBank: boolean): string {
  return byTheBank
    ? 'Your bank has not confirmed this payment yet.'
    : 'You have paid, but we could not get the confirmation yet. We will keep checking.'
}
