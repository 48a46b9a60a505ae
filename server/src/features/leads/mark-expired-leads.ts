import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'

/** The maximum number of leads that one statement marks as expired. Purchases of these leads wait until it ends. */
const maxMarkedLeads = 500

export function markExpiredLeadsTask(database: Database): ScheduledTask {
  return {
    name: 'mark-expired-leads',
    cron: everyMinute,
    run: () => markExpiredLeads(database),
  }
}

/**
 * Marks the unsold leads whose travel date in India has passed. Lists and purchases compare the date and do not depend
 * on the marks, which keep the indexes small and tell open screens. If there are no such leads, it only reads.
 */
export async function markExpiredLeads(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select mark_expired_leads(${maxMarkedLeads}) as n
      where exists (
        select from leads where deleted_at is null and status = 'buy' and not is_expired
          and is_travel_over(travel_date, month_end, today_in_india())
      )`.execute(database.kysely)
    if (!rows[0]?.n) return
  }
}
