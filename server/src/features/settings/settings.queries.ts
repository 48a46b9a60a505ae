import type { Settings } from '@raahi/contract/settings'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

interface SettingsRow {
  version: number
  buying_needs_kyc: boolean
  changed_at: Date | null
  changed_by: string | null
  changed_by_name: string | null
}

/** Reads the settings, and who changed them. */
export async function findSettings(db: Kysely<Schema>): Promise<Settings> {
  const { rows } = await sql<SettingsRow>`
    select s.version, s.buying_needs_kyc, s.changed_at, s.changed_by,
      u.name as changed_by_name
    from settings s left join users u on u.id = s.changed_by`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the settings have one row')
  const { changed_at: at, changed_by: id, changed_by_name: name } = row
  const isChanged = at !== null && id !== null && name !== null
  return {
    version: row.version,
    buyingNeedsKyc: row.buying_needs_kyc,
    changed: isChanged ? { at: at.toISOString(), by: { _id: id, name } } : null,
  }
}

/**
 * Waits for the running purchases and holds later ones until the commit. Each of them takes this lock, shared, before
 * it reads the settings. 55 is the number of the migration that began this; `buy_lead` repeats the key.
 */
export async function lockSettings(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(55, 0)`.execute(tx)
}
