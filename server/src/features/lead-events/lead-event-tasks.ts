import type { Database } from '../../platform/database/connect.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import { trimLeadEvents } from './lead-events.queries.ts'

export function trimLeadEventsTask(database: Database): BackgroundTask {
  return {
    name: 'trim-lead-events',
    everyMs: 60_000,
    runsIn: 'one process',
    run: () => trimLeadEvents(database),
  }
}
