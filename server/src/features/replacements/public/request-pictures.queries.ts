import type { RequestPicture } from '@raahi/contract/replacement-pictures'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** A picture, parsed from JSON. */
export interface PictureRow {
  id: string
  at: string
}

/** The pictures of a request, oldest first. */
export function picturesSql(request: 'r' | 'e') {
  return sql<PictureRow[]>`
  coalesce((select json_agg(json_build_object('id', i.id, 'at', i.created_at) order by i.created_at, i.position)
    from request_pictures i where i.request_id = ${sql.ref(`${request}.id`)}), '[]')`
}

/** Locks the purchase of a request. Decisions, erasures and all changes of the pictures take this lock. */
export async function lockPurchaseOfRequest(tx: Transaction, requestId: string): Promise<void> {
  await sql`select from purchases
    where id = (select purchase_id from replacement_requests where id = ${requestId})
    for no key update`.execute(tx)
}

export function toPicture({ id, at }: PictureRow): RequestPicture {
  return { _id: id, addedAt: new Date(at).toISOString() }
}

export async function findPictures(db: Kysely<Schema>, requestId: string): Promise<PictureRow[]> {
  const { rows } = await sql<{ pictures: PictureRow[] }>`
    select ${picturesSql('r')} as pictures from replacement_requests r where r.id = ${requestId}`.execute(
    db,
  )
  return rows[0]?.pictures ?? []
}
