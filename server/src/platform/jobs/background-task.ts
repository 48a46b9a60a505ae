import type { Database } from '../database/connect.ts'
import { claimPeriod } from './claim-period.ts'
import { repeat } from './repeat.ts'

/** Work that repeats as long as the product runs. */
export interface BackgroundTask {
  /** Unique among all tasks. It names the task in the log and in the claims of its periods. */
  name: string
  /** Pause before each run, so that two runs of one process never overlap. */
  everyMs: number
  /** Pause before the first run, if it differs. */
  firstAfterMs?: number
  /** 'one process': in each period one of the processes that share the database runs it. */
  runsIn: 'every process' | 'one process'
  /** @param signal aborted when the product stops */
  run(signal: AbortSignal): Promise<unknown>
}

type ErrorLog = { error(details: object, message: string): void }

/**
 * Runs the tasks until they are stopped. A failure is logged, and the task runs again after its pause. An unreachable
 * database is not logged.
 * @returns a function that starts no further run and resolves when the current ones have ended
 */
export function startBackgroundTasks(
  database: Database,
  tasks: readonly BackgroundTask[],
  log: ErrorLog,
): () => Promise<void> {
  const stopping = new AbortController()
  const stops = tasks.map(({ name, everyMs, firstAfterMs, runsIn, run }) =>
    repeat(
      async () => {
        if (runsIn === 'one process' && !(await claimPeriod(database, name, everyMs))) return
        await run(stopping.signal)
      },
      everyMs,
      (error) => log.error({ err: error, task: name }, 'a background task failed'),
      firstAfterMs,
    ),
  )
  return async () => {
    stopping.abort()
    await Promise.all(stops.map((stop) => stop()))
  }
}
