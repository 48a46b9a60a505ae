import type { PgBoss } from 'pg-boss'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Log } from '../log.ts'
import type { QueueName } from './install-job-queue.ts'

/** Work that repeats. At most one process runs it at a time. */
export interface ScheduledTask {
  /** Unique. It names the task in the log, and its schedule in the job queue. */
  name: string
  /** A cron expression in the time of India, with minutes as the smallest unit. A run begins within a minute after it. */
  cron: string
  /** @param signal aborted when the product stops, or when another process may run the task */
  run(signal: AbortSignal): Promise<unknown>
}

export const everyMinute = '* * * * *'
export const everyTenMinutes = '*/10 * * * *'
export const everyHour = '0 * * * *'

const queue: QueueName = 'scheduled'
/** Tasks that one process runs at once, so that a long one does not delay the others. */
const atOnce = 3
const pollingIntervalSeconds = 5
const jobOptions = {
  // The next scheduled run follows a failed one.
  retryLimit: 0,
  // Longer than any task. If the process of a task dies, its heartbeat ends, and the next scheduled run follows it.
  expireInSeconds: 3 * 60 * 60,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 60 * 60,
}

/**
 * Stores the schedules of the tasks, removes those of former tasks, and runs the tasks that are due. A failure is logged
 * unless the product stops or the database is unavailable.
 */
export async function runScheduledTasks(
  boss: PgBoss,
  tasks: readonly ScheduledTask[],
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<void> {
  const named = new Map(tasks.map((task) => [task.name, task]))
  for (const { key } of await boss.getSchedules(queue)) {
    if (!named.has(key)) await boss.unschedule(queue, key)
  }
  for (const { name, cron } of tasks) {
    // The queue allows one queued or running job per key.
    const options = { ...jobOptions, tz: 'Asia/Kolkata', key: name, singletonKey: name }
    await boss.schedule(queue, cron, { task: name }, options)
  }
  for (let worker = 0; worker < atOnce; worker += 1) {
    const id = await boss.work<{ task: string }>(
      queue,
      { pollingIntervalSeconds },
      async (jobs) => {
        for (const { data, signal: lost } of jobs)
          await runTask(named.get(data.task), AbortSignal.any([signal, lost]), log)
        boss.notifyWorker(id) // Fetches the next job immediately.
      },
    )
  }
}

async function runTask(task: ScheduledTask | undefined, signal: AbortSignal, log: Log) {
  try {
    await task?.run(signal)
  } catch (error) {
    if (!signal.aborted && !isDatabaseUnavailable(error))
      log.error({ err: error, task: task?.name }, 'a background task failed')
  }
}
