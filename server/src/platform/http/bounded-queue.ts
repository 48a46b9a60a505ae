import { ApiFailure } from './failure.ts'

export interface QueuedWork {
  /** Whose work it is; one group may be bounded apart. All work is of one group unless told. */
  group?: string
  /** Of waiting work the cheapest is started first; work of equal cost in the order of arrival. */
  cost?: number
}

export type BoundedQueue = <T>(work: () => Promise<T>, about?: QueuedWork) => Promise<T>

interface Limits {
  atOnce: number
  maxWaiting: number
  /** Of one group; as many as may wait at all unless told. */
  maxWaitingPerGroup?: number
}

/**
 * Runs costly work with at most `atOnce` pieces going and `maxWaiting` waiting; further work is refused at once, so that
 * a flood of it costs the rest of the product nothing.
 * @returns a function that runs one piece; it throws ApiFailure SERVICE_UNAVAILABLE where the queue is full
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
    // Finished work hands its slot to the next, so `running` stays as it is.
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
