import { ApiFailure } from '../http/failure.ts'

export interface ListLimits {
  /** Concurrent lists per user and process. */
  perUser: number
  /** Maximum time that a further list waits for a slot. */
  waitMs: number
  /** A statement of a list that takes longer is cancelled. */
  statementMs: number
}

export const usualListLimits: ListLimits = { perUser: 4, waitMs: 2000, statementMs: 3000 }

/** The connection of a response; it closes when the client disconnects. */
export interface Connection {
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

export interface ListSlots {
  /**
   * Runs `work` in one of the user's slots.
   * @param connection the response's connection; a waiting request leaves the queue when its client disconnects
   * @param maxWaitMs Infinity for later parts of a response that has begun, which cannot be rejected any more
   * @throws ApiFailure TOO_MANY_REQUESTS after the wait
   */
  run<T>(
    userId: string,
    connection: Connection,
    work: () => Promise<T>,
    maxWaitMs?: number,
  ): Promise<T>
}

/** Limits the concurrent lists of one user, so that one user's searches cannot occupy the database. */
export function createListSlots({ perUser, waitMs }: ListLimits): ListSlots {
  const users = new Map<string, { running: number; waiting: (() => void)[] }>()

  async function run<T>(
    userId: string,
    connection: Connection,
    work: () => Promise<T>,
    maxWaitMs = waitMs,
  ) {
    const user = users.get(userId) ?? { running: 0, waiting: [] }
    users.set(userId, user)
    // Finished work passes its slot to the next, so `running` does not change.
    if (user.running < perUser) user.running += 1
    else await waitForSlot(user.waiting, connection, maxWaitMs)
    try {
      return await work()
    } finally {
      const next = user.waiting.shift()
      if (next) next()
      else user.running -= 1
      if (user.running === 0) users.delete(userId)
    }
  }

  return { run }
}

function waitForSlot(
  waiting: (() => void)[],
  connection: Connection,
  maxWaitMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(start), 1)
      stopWaiting()
      reject(
        new ApiFailure('TOO_MANY_REQUESTS', {
          message: 'Too many lists are loading at once. Please wait a moment and try again.',
          retryAfterSeconds: Math.max(1, Math.ceil(maxWaitMs / 1000)),
        }),
      )
    }
    const start = () => {
      stopWaiting()
      resolve()
    }
    const timer = Number.isFinite(maxWaitMs) ? setTimeout(leave, maxWaitMs) : undefined
    const stopWaiting = () => {
      clearTimeout(timer)
      connection.off('close', leave)
    }
    connection.once('close', leave)
    waiting.push(start)
  })
}
