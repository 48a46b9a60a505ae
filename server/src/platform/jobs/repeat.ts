import { isDatabaseUnavailable } from '../database/errors.ts'

/**
 * Repeats `work` with a pause before each run, so that runs never overlap. A failure is logged and the work is repeated
 * after the next pause. An unavailable database is not logged as a failure.
 * @returns a function that stops it. No further run begins; resolves when the current run has ended
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
