import { isDatabaseUnavailable } from '../database/errors.ts'

/**
 * Runs `work` again and again, with a pause before each run, so that two never overlap. A failure is logged and the work
 * tried again after the next pause; a database that is away is no failure.
 * @returns what ends it: no run begins any more; resolves when the one going on has ended
 */
export function repeat(
  work: () => Promise<unknown>,
  pauseMs: number,
  onError: (error: unknown) => void,
  firstPauseMs = pauseMs,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopped = false
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      running = work()
        .then(() => {})
        .catch((error) => {
          if (!isDatabaseUnavailable(error)) onError(error)
        })
        .then(() => {
          if (!stopped) schedule(pauseMs)
        })
    }, afterMs).unref()
  }
  schedule(firstPauseMs)
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}
