import { rupeesFromPaise } from '@raahi/contract/money'
import type { Settings } from '@raahi/contract/settings'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'

interface SettingsRow {
  version: number
  buying_needs_kyc: boolean
  accountant_email: string | null
  approval_above_paise: number | null
  changed_at: Date | null
  changed_by: string | null
  changed_by_name: string | null
}

/** Reads the settings, and who changed them. */
export async function findSettings(db: Kysely<Schema>): Promise<Settings> {
  const { rows } = await sql<SettingsRow>`
    select s.version, s.buying_needs_kyc, s.accountant_email, s.approval_above_paise, s.changed_at, s.changed_by,
      u.name as changed_by_name
    from settings s left join users u on u.id = s.changed_by`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the row of the settings is missing')
  const { changed_at: at, changed_by: id, changed_by_name: name } = row
  const isChanged = at !== null && id !== null && name !== null
  return {
    version: row.version,
    buyingNeedsKyc: row.buying_needs_kyc,
    accountantEmail: row.accountant_email,
    approvalAbove:
      row.approval_above_paise === null ? null : rupeesFromPaise(row.approval_above_paise),
    changed: isChanged ? { at: at.toISOString(), by: { _id: id, name } } : null,
  }
}

/** The amount above which a second admin decides: the lowest limit that is set or was set in the last 24 hours. */
export async function findApprovalLimit(tx: Transaction): Promise<number | null> {
  const { rows } = await sql<{ paise: number | null }>`
    select least(approval_above_paise,
      case when approval_kept_until > clock_timestamp() then approval_kept_paise end) as paise
    from settings`.execute(tx)
  return rows[0]?.paise ?? null
}

/** Returns whether a purchase needs an approved KYC. A change of it waits until the purchase has committed. */
export async function needsKycToBuy(tx: Transaction): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(55, 0)`.execute(tx)
  const { buying_needs_kyc } = await tx
    .selectFrom('settings')
    .select('buying_needs_kyc')
    .executeTakeFirstOrThrow()
  return buying_needs_kyc
}

/**
 * Waits for running purchases and blocks later ones until the commit. Every purchase takes this lock in shared mode
 * before it reads the settings. The key 55 is the number of the migration that introduced the lock; `buy_lead` uses the
 * same key.
 */
export async function lockSettings(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(55, 0)`.execute(tx)
}
