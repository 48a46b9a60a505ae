import type { OrderOutcome } from '@raahi/contract/payments'
import { isRefusal } from '../../lib/api-error.ts'

/** Seconds between two reads: short at first, when most banks confirm, then longer; ten minutes in total. */
const defaultPausesSeconds = [2, 3, 3, 5, 5, 5, 10, 10, 15, ...Array<number>(18).fill(30)]

interface WatchOptions {
  /** Reads the state of the order. */
  read: (signal: AbortSignal) => Promise<OrderOutcome>
  signal: AbortSignal
  /** Seconds. */
  pausesSeconds?: readonly number[]
}

/**
 * Polls an order until it is paid: a failed payment may still be captured, and a payment may have succeeded although
 * the window was closed.
 * @returns the paid order; null if it was not paid in time, or if the watch was aborted
 */
export async function watchOrder({
  read,
  signal,
  pausesSeconds = defaultPausesSeconds,
}: WatchOptions): Promise<OrderOutcome | null> {
  for (const seconds of pausesSeconds) {
    const order = await read(signal).catch((error: unknown) => {
      // Other failures are temporary: no connection, an overloaded server.
      if (isRefusal(error, 'ORDER_NOT_FOUND') || isRefusal(error, 'UNAUTHENTICATED')) return 'gone'
      return null
    })
    if (signal.aborted || order === 'gone') return null
    if (order?.status === 'paid') return order
    await pause(seconds * 1000, signal)
    if (signal.aborted) return null
  }
  return null
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
