import { ApiFailure } from './failure.ts'

export interface QueuedWork {
  /** Tasks of one group can have a separate limit. The default is one group for all. */
  group?: string
  /** The cheapest waiting task starts first; tasks of equal cost start in the order of arrival. */
  cost?: number
}

export type BoundedQueue = <T>(work: () => Promise<T>, about?: QueuedWork) => Promise<T>

interface Limits {
  atOnce: number
  maxWaiting: number
  /** Limit per group; `maxWaiting` by default. */
  maxWaitingPerGroup?: number
}

/**
 * Runs expensive tasks, at most `atOnce` concurrently with `maxWaiting` waiting. Further tasks are rejected at once, so
 * that a flood of them does not slow down the rest of the product.
 * @returns a function that runs one task; it throws ApiFailure SERVICE_UNAVAILABLE if the queue is full
 */
export function createBoundedQueue(limits: Limits): BoundedQueue {
  const { atOnce, maxWaiting, maxWaitingPerGroup = maxWaiting } = limits
  let waiting: { group: string; cost: number; start: () => void }[] = []
  let running = 0

  function startWaiting({ group = '', cost = 0 }: QueuedWork): Promise<void> {
    const ofGroup = waiting.filter((other) => other.group === group).length
    if (waiting.length >= maxWaiting || ofGroup >= maxWaitingPerGroup) {
      throw new ApiFailure('SERVICE_UNAVAILABLE')
    }
    return new Promise((start) => {
      waiting = [...waiting, { group, cost, start }].sort((a, b) => a.cost - b.cost)
    })
  }

  return async (work, about = {}) => {
    // A finished task passes its slot to the next, so `running` does not change.
    if (running < atOnce) running += 1
    else await startWaiting(about)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next.start()
      else running -= 1
    }
  }
}
