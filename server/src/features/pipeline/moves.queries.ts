import { maxMoves, type PipelineMove } from '@raahi/contract/pipeline'
import type { MoveCause, PipelineStage } from '@raahi/contract/pipeline-labels'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Deletes the moves of a purchase, except the latest ones and the moves that they undo. */
export async function deleteOldMoves(tx: Transaction, purchaseId: string): Promise<void> {
  await sql`
    with kept as (
      select id, undoes from pipeline_moves where purchase_id = ${purchaseId}
      order by moved_at desc, id desc limit ${maxMoves}
    )
    delete from pipeline_moves where purchase_id = ${purchaseId}
      and id not in (select id from kept union all select undoes from kept where undoes is not null)`.execute(
    tx,
  )
}

interface MoveRow {
  id: string
  from_stage: PipelineStage
  to_stage: PipelineStage
  cause: MoveCause
  by: string
  by_id: string
  moved_at: Date
  is_undone: boolean
}

/** The moves of a purchase in wire format, latest first. */
export async function findMoves(db: Kysely<Schema>, purchaseId: string): Promise<PipelineMove[]> {
  const { rows } = await sql<MoveRow>`
    select m.id, m.from_stage, m.to_stage, m.cause, u.name as by, u.id as by_id, m.moved_at,
      exists (select from pipeline_moves undo where undo.undoes = m.id) as is_undone
    from pipeline_moves m join users u on u.id = m.by_user_id
    where m.purchase_id = ${purchaseId} order by m.moved_at desc, m.id desc limit ${maxMoves}`.execute(
    db,
  )
  return rows.map((row) => ({
    _id: row.id,
    from: row.from_stage,
    to: row.to_stage,
    cause: row.cause,
    by: row.by,
    byId: row.by_id,
    at: row.moved_at.toISOString(),
    isUndone: row.is_undone,
  }))
}
