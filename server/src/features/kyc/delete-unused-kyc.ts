import { unusedAccountDays } from '@raahi/contract/users'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { everyTenMinutes, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'

/** A login waits while a transaction locks this many users, so the number is small. */
const maxUsersPerTransaction = 50

/** User `u` has a KYC document and did not log in within 30 days of sign-up. */
const isUnusedSql = sql`u.kyc_file is not null and u.first_login_at is null
  and u.created_at <= now() - make_interval(days => ${unusedAccountDays}::integer)`

interface Deps {
  database: Database
  files: FileStore
}
type Log = {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/**
 * Deletes the KYC documents of accounts without a login within 30 days of sign-up, and records each deletion. The files
 * are removed after the commit. If that fails, the sweep of unreferenced files removes them.
 * @returns how many documents were deleted
 */
export async function deleteUnusedKyc({ database, files }: Deps, log: Log): Promise<number> {
  let deleted = 0
  for (;;) {
    const kycFiles = await withTransaction(database, deleteBatch)
    for (const file of kycFiles) {
      await files
        .remove('kyc', file)
        .catch((error) =>
          log.error({ err: error }, 'a KYC file could not be removed; the sweep will remove it'),
        )
    }
    deleted += kycFiles.length
    if (kycFiles.length === 0) return deleted
  }
}

/** @returns the names of the files that no user refers to any more */
async function deleteBatch(tx: Transaction): Promise<string[]> {
  // A login locks the user's row until it commits. Users with a login in progress are skipped.
  const { rows: locked } = await sql<{ id: string; kyc_file: string }>`
    select u.id, u.kyc_file from users u where ${isUnusedSql}
    order by u.id limit ${maxUsersPerTransaction} for no key update of u skip locked`.execute(tx)
  if (locked.length === 0) return []
  // A second statement sees the logins that committed before the lock. `before` has the rows as they were.
  // Neither the file nor its name is recorded, because audit entries are never deleted.
  const { rows: deleted } = await sql<{ id: string }>`
    with deleted as (
      update users u set kyc_file = null, kyc_name = null, kyc_type = null, kyc_deleted_at = now()
      where u.id = any(${locked.map(({ id }) => id)}::uuid[]) and ${isUnusedSql}
      returning u.id, u.kyc_status
    )
    insert into audit_log (actor_role, action, subject_type, subject_id, before, after)
      select 'console', 'user.delete-unused-kyc', 'user', deleted.id,
        jsonb_build_object('kycStatus', before.kyc_status),
        jsonb_build_object('kycStatus', deleted.kyc_status, 'unusedDays', ${unusedAccountDays}::integer)
      from deleted join users before on before.id = deleted.id
      returning subject_id as id`.execute(tx)
  const ids = new Set(deleted.map(({ id }) => id))
  return locked.filter(({ id }) => ids.has(id)).map(({ kyc_file }) => kyc_file)
}

export function kycRetentionTask(deps: Deps, log: Log): ScheduledTask {
  return {
    name: 'kyc-retention',
    cron: everyTenMinutes,
    async run() {
      const documents = await deleteUnusedKyc(deps, log)
      if (documents > 0) log.info({ documents }, 'KYC documents of unused accounts deleted')
    },
  }
}
