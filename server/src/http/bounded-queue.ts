import { ApiFailure } from './failure.ts'

export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs costly work with at most `atOnce` pieces going and `mostWaiting` waiting their turn; what comes beyond that is
 * refused at once, so that a flood of it costs the rest of the product nothing.
 * @returns a function that runs one piece; it throws ApiFailure SERVICE_UNAVAILABLE where the queue is full
 */
export function createBoundedQueue(limits: { atOnce: number; mostWaiting: number }): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < limits.atOnce) running += 1
    else if (waiting.length < limits.mostWaiting) {
      // Whoever finishes passes its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else throw new ApiFailure('SERVICE_UNAVAILABLE')
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
