import type { OrderOutcome } from '@raahi/contract/payments'
import { isRefusal } from '../../lib/api-error.ts'

/** Seconds between two looks: often at first, when most banks answer, then ever more seldom; ten minutes in all. */
const defaultPauses = [2, 3, 3, 5, 5, 5, 10, 10, 15, ...Array<number>(18).fill(30)]

interface WatchOptions {
  /** Reads what has come of the order. */
  look: (signal: AbortSignal) => Promise<OrderOutcome>
  signal: AbortSignal
  /** Seconds. */
  pauses?: readonly number[]
}

/**
 * Looks at an order again and again until it is paid: a failed payment may still be captured, and one that was
 * closed may have gone through.
 * @returns the paid order; null where it was not paid as long as we looked, or nobody waits any more
 */
export async function watchOrder({
  look,
  signal,
  pauses = defaultPauses,
}: WatchOptions): Promise<OrderOutcome | null> {
  for (const seconds of pauses) {
    const order = await look(signal).catch((error: unknown) => {
      // Anything else passes: no connection, a busy server.
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
