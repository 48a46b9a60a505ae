import type { OrderOutcome } from '@raahi/contract/payments'
import { useEffect, useRef } from 'react'
import { watchOrder } from './watch-order.ts'

/** Looks at open orders as long as the page is there, and tells each one that is paid. */
export function useOrderWatch() {
  const watched = useRef(new Map<string, AbortController>())
  const told = useRef(new Set<string>())
  useEffect(() => {
    const controllers = watched.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
      controllers.clear()
    }
  }, [])
  return {
    /** Watches an order, anew where it is watched already: what has just happened to it may change it soon. */
    watch(
      orderId: string,
      look: (signal: AbortSignal) => Promise<OrderOutcome>,
      onPaid: (order: OrderOutcome) => void,
    ): void {
      if (told.current.has(orderId)) return
      watched.current.get(orderId)?.abort()
      const controller = new AbortController()
      watched.current.set(orderId, controller)
      void watchOrder({ look, signal: controller.signal }).then((order) => {
        if (order) onPaid(order)
      })
    },
    /** Whether an order was said to be paid. */
    wasTold: (orderId: string) => told.current.has(orderId),
    /** Whether it is the first time that an order is said to be paid; ends its watch. */
    isFirstWord(orderId: string): boolean {
      watched.current.get(orderId)?.abort()
      watched.current.delete(orderId)
      const isFirstWord = !told.current.has(orderId)
      told.current.add(orderId)
      return isFirstWord
    },
  }
}
