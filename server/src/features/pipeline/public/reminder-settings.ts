import type { PipelineSettings } from '@raahi/contract/pipeline'
import type { Database } from '../../../platform/database/connect.ts'
import { findOwnerOf } from '../../users/public/users.queries.ts'

/** The settings of an agency. The mail goes to its owner. */
export async function readReminderSettings(
  { kysely }: Database,
  userId: string,
): Promise<PipelineSettings> {
  const row = await kysely
    .selectFrom('pipeline_settings')
    .select('mail_reminders')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { emailConfirmedAt } = await findOwnerOf(kysely, userId)
  return {
    mailReminders: row?.mail_reminders ?? true,
    isEmailConfirmed: emailConfirmedAt !== null,
  }
}

export async function changeReminderSettings(
  database: Database,
  userId: string,
  mailReminders: boolean,
): Promise<PipelineSettings> {
  await database.kysely
    .insertInto('pipeline_settings')
    .values({ user_id: userId, mail_reminders: mailReminders })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ mail_reminders: mailReminders }),
    )
    .execute()
  return readReminderSettings(database, userId)
}

/**
 * Stops the mails to the agent with this secret. An unknown secret is ignored, so that the response reveals nothing.
 * @param key a UUID without hyphens
 */
export async function stopReminders(database: Database, key: string): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(key)) return
  await database.kysely
    .updateTable('pipeline_settings')
    .set({ mail_reminders: false })
    .where('stop_key', '=', key)
    .execute()
}
