import type { Database } from '../../platform/database/connect.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import { trimLeadEvents } from './lead-events.queries.ts'

export function trimLeadEventsTask(database: Database): ScheduledTask {
  return {
    name: 'trim-lead-events',
    cron: everyMinute,
    run: () => trimLeadEvents(database),
  }
}
