import type { PurchaseNote } from '@raahi/contract/purchase-notes'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

interface NoteRow {
  id: string
  text: string
  by: string
  by_id: string
  version: number
  created_at: Date
  edited_at: Date | null
}

/** The notes of a purchase in wire format, newest first. */
export async function findNotes(db: Kysely<Schema>, purchaseId: string): Promise<PurchaseNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.text, u.name as by, u.id as by_id, n.version, n.created_at, n.edited_at
    from purchase_notes n join users u on u.id = n.by_user_id
    where n.purchase_id = ${purchaseId} order by n.created_at desc, n.id desc`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    text: row.text,
    by: row.by,
    byId: row.by_id,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    version: row.version,
  }))
}
