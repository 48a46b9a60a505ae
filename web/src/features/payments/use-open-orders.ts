import type { OrderOutcome } from '@raahi/contract/payments'
import { useRef } from 'react'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { removeOpenOrder, storeOpenOrder } from './open-order.ts'
import { readOrder } from './payments.api.ts'

/** The orders that were created and not paid yet, by their intent. One intent has at most one. */
export function useOpenOrders() {
  const { keyFor, settle } = useIntentKey()
  const orders = useRef(new Map<string, string>())
  /** The next attempt of the intent creates a new order. */
  const forget = (orderId: string) => {
    removeOpenOrder()
    for (const [intent, id] of orders.current) {
      if (id !== orderId) continue
      orders.current.delete(intent)
      settle(intent)
    }
  }
  return {
    keyFor,
    settle,
    forget,
    store(intent: string, orderId: string): void {
      orders.current.set(intent, orderId)
      storeOpenOrder(orderId)
    },
    /** The order of this intent if it was paid meanwhile. An expired order is removed. */
    async findPaid(intent: string): Promise<OrderOutcome | null> {
      const orderId = orders.current.get(intent)
      if (orderId === undefined) return null
      const order = await readOrder(orderId)
      if (order.status === 'expired' || order.status === 'closed') forget(orderId)
      return order.status === 'paid' ? order : null
    },
  }
}
