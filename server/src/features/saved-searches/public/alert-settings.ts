import type { AlertSettings, QuietHours } from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { replanAlerts } from './lead-alerts.queries.ts'

export async function readAlertSettings(
  database: Database,
  userId: string,
): Promise<AlertSettings> {
  const row = await database.kysely
    .selectFrom('alert_settings')
    .select(['quiet_from', 'quiet_to'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const from = row?.quiet_from ?? null
  const to = row?.quiet_to ?? null
  return {
    quietHours:
      from === null || to === null ? null : { from: formatMinute(from), to: formatMinute(to) },
  }
}

/** Sets the quiet hours, and reschedules the waiting alerts accordingly. */
export async function changeAlertSettings(
  database: Database,
  userId: string,
  quietHours: QuietHours | null,
): Promise<void> {
  const quiet = {
    quiet_from: quietHours && minuteOf(quietHours.from),
    quiet_to: quietHours && minuteOf(quietHours.to),
  }
  await withTransaction(database, async (tx) => {
    await tx
      .insertInto('alert_settings')
      .values({ user_id: userId, ...quiet })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(quiet))
      .execute()
    await replanAlerts(tx, { userId })
  })
}

/**
 * Stops the mails of the searches with these secrets. If a secret belongs to an agent, the mails of all searches of the
 * agent stop. Unknown secrets are ignored, so that the response reveals nothing.
 * @param keys UUIDs without hyphens
 */
export async function stopMailAlerts(database: Database, keys: readonly string[]): Promise<void> {
  const validKeys = keys.filter((key) => /^[0-9a-f]{32}$/.test(key))
  if (validKeys.length === 0) return
  await withTransaction(database, async (tx) => {
    await sql`with stopped as (
        update saved_searches set mail_alerts = 'off', updated_at = clock_timestamp()
        where stop_key = any(${validKeys}::uuid[])
          or user_id in (select user_id from alert_settings where stop_key = any(${validKeys}::uuid[]))
        returning id
      )
      delete from lead_alerts w using stopped where w.search_id = stopped.id and w.channel = 'mail'`.execute(
      tx,
    )
  })
}

/** Minutes after midnight of 'HH:MM'. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function formatMinute(minute: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
