import type { OrderOutcome } from '@raahi/contract/payments'
import { useEffect, useRef } from 'react'
import { watchOrder } from './watch-order.ts'

/** Polls open orders while the page is mounted, and reports each paid order once. */
export function useOrderWatch() {
  const watched = useRef(new Map<string, AbortController>())
  const reported = useRef(new Set<string>())
  useEffect(() => {
    const controllers = watched.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
      controllers.clear()
    }
  }, [])
  return {
    /**
     * Watches an order. An order that is already watched is watched from the start, because its state may change
     * soon.
     */
    watch(
      orderId: string,
      read: (signal: AbortSignal) => Promise<OrderOutcome>,
      onPaid: (order: OrderOutcome) => void,
    ): void {
      if (reported.current.has(orderId)) return
      watched.current.get(orderId)?.abort()
      const controller = new AbortController()
      watched.current.set(orderId, controller)
      void watchOrder({ read, signal: controller.signal }).then((order) => {
        if (order) onPaid(order)
      })
    },
    /** Whether an order was reported as paid. */
    isReported: (orderId: string) => reported.current.has(orderId),
    /** Records that an order is paid and ends its watch. @returns true the first time */
    reportOnce(orderId: string): boolean {
      watched.current.get(orderId)?.abort()
      watched.current.delete(orderId)
      const isFirst = !reported.current.has(orderId)
      reported.current.add(orderId)
      return isFirst
    },
  }
}
