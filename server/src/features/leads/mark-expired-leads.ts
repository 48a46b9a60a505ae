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
 * on the marks, which keep the indexes small and tell open screens.
 */
export async function markExpiredLeads(database: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update leads set is_expired = true where id = any (array(
        select id from leads where deleted_at is null and status = 'buy' and not is_expired
          and (travel_date < today_in_india() or month_end < today_in_india())
        limit ${maxMarkedLeads} for update skip locked))`.execute(database.kysely)
    if (numAffectedRows === 0n) return
  }
}
