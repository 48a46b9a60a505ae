import type { Order } from '@raahi/contract/payments'
import type { Subscription } from '@raahi/contract/plans'
import { useRef, useState } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { CheckoutLoadError, loadCheckoutProvider } from './checkout-provider.ts'
import {
  advance,
  type CheckoutEvent,
  idleCheckout,
  isProcessing,
  type Received,
} from './checkout-state.ts'
import { removeOpenOrder } from './open-order.ts'
import { readOrder } from './payments.api.ts'
import { useCheckoutWindow } from './use-checkout-window.ts'
import { useOpenOrders } from './use-open-orders.ts'
import { useOrderResults } from './use-order-results.ts'

/** One decision to pay. */
export interface PayIntent {
  /** Identifies the intent: what is paid for, and how much. */
  intent: string
  /** Shown in the checkout window. */
  description: string
  /** The plan is free or paid from the wallet, so no checkout window is needed. */
  withoutWindow?: boolean
  placeOrder: (
    idempotencyKey: string,
  ) => Promise<Order | { orderId: null; subscription: Subscription }>
}

interface CheckoutCallbacks {
  /**
   * Called once for each paid order and each granted plan, after the wallet was refreshed.
   * @param shown whether `checkout` shows the result too; false if the payment arrived after the buyer had moved on
   */
  onReceived?: (received: Received, shown: boolean) => void
  /** Called if the server rejects the order. `checkout` contains the reason. */
  onRefused?: (error: unknown) => void
}

/**
 * Runs a payment from the order to its result. One intent creates one order, however often it is attempted, so that
 * nothing is ordered or paid twice. An order that was not paid in the checkout window is polled for a while, because
 * the bank may still confirm it.
 */
export function useCheckout({ onReceived, onRefused }: CheckoutCallbacks = {}) {
  const { checkout, send, isIgnored, isShown } = useCheckoutState()
  const checkoutWindow = useCheckoutWindow()
  const orders = useOpenOrders()
  const results = useOrderResults({
    send,
    isShown,
    closeWindow: checkoutWindow.close,
    forgetOrder: orders.forget,
    onReceived,
  })

  const order = async ({ intent, description, withoutWindow = false, placeOrder }: PayIntent) => {
    const paidOrder = await orders.findPaid(intent)
    if (paidOrder) {
      send({ type: 'ordered', orderId: paidOrder.orderId, key: '' })
      return results.paid(paidOrder)
    }
    // The script is loaded first, so that no order is created for a window that cannot open.
    const provider = withoutWindow ? null : await loadCheckoutProvider()
    const created = await placeOrder(orders.keyFor(intent))
    const { orderId, subscription } = created
    if (orderId === null || provider === null || !('amount' in created)) {
      orders.settle(intent)
      if (subscription) return results.received({ by: 'grant', subscription }, true)
      throw new CheckoutLoadError()
    }
    if (results.isReported(orderId)) {
      // The order was paid and reported during this second attempt, so nothing remains to be paid.
      orders.settle(intent)
      const order = await readOrder(orderId)
      return results.received({ by: 'payment', order, note: null }, true)
    }
    orders.store(intent, orderId)
    checkoutWindow.open(provider, {
      order: { ...created, orderId },
      description,
      onSigned: (payment) => {
        send({ type: 'signed' })
        void results.verifyResult(orderId, payment)
      },
      onDeclined: (reason) => {
        send({ type: 'declined', reason })
        results.watchFor(orderId)
      },
      onClosed: () => {
        removeOpenOrder()
        send({ type: 'closed' })
        results.watchFor(orderId)
      },
    })
    send({ type: 'ordered', orderId, key: created.key })
  }

  const pay = async (intent: PayIntent) => {
    // A step without `start` is in progress, or forbids another payment.
    if (isIgnored({ type: 'start' })) return
    checkoutWindow.close()
    send({ type: 'start' })
    try {
      await order(intent)
    } catch (error) {
      if (error instanceof ApiError && error.isDecided) orders.settle(intent.intent)
      send({ type: 'refused', reason: reasonOf(error) })
      if (error instanceof ApiError) onRefused?.(error)
    }
  }

  return {
    checkout,
    processing: isProcessing(checkout),
    pay,
    /** Resets the checkout after the buyer has read the result, and closes an open window. */
    reset: () => {
      if (isIgnored({ type: 'reset' })) return
      checkoutWindow.close()
      send({ type: 'reset' })
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof CheckoutLoadError
    ? error.message
    : errorMessage(error, 'Failed to initiate payment')
}

function useCheckoutState() {
  const [checkout, setCheckout] = useState(idleCheckout)
  /** The current state, for events between two renders. */
  const latest = useRef(idleCheckout)
  return {
    checkout,
    send(event: CheckoutEvent): void {
      latest.current = advance(latest.current, event)
      setCheckout(latest.current)
    },
    isIgnored: (event: CheckoutEvent) => advance(latest.current, event) === latest.current,
    isShown: (orderId: string) => latest.current.orderId === orderId,
  }
}
