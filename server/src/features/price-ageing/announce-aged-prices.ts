import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'

/** Prices change at midnight in India. Readers do not depend on this task: it shows the new prices on open screens. */
export function announceAgedPricesTask(database: Database): ScheduledTask {
  return {
    name: 'announce-aged-prices',
    cron: '0 0 * * *',
    run: () => announceAgedPrices(database),
  }
}

/** Records an event with the prices of the day, if the present rule has a step. */
export async function announceAgedPrices(database: Database): Promise<void> {
  await sql`insert into lead_events (kind) select 'prices'
    where exists (select from ageing_steps where version = (select max(version) from ageing_rules))`.execute(
    database.kysely,
  )
}
