import type {
  ContactChannel,
  ContactOutcome,
  PipelineColumn,
} from '@raahi/contract/pipeline-labels'
import { type RawBuilder, sql } from 'kysely'

/** The latest call or message of a purchase, parsed from JSON. Null: none yet. */
export type LastContactRow = {
  channel: ContactChannel
  at: string
  outcome: ContactOutcome | null
} | null

/** The column of the board for purchase `p`. @param stage of its card; null: no card is stored */
export const columnSql = (stage: RawBuilder<unknown>) =>
  sql<PipelineColumn>`case when p.replacement_status = 'approved' then 'returned' else coalesce(${stage}, 'new') end`

/** The stage of the card of purchase `p`. */
export const stageSql = sql`(select k.stage from pipeline_cards k where k.purchase_id = p.id)`

/** The latest contact of purchase `p`. */
export const lastContactSql = sql<LastContactRow>`
  (select json_build_object('channel', a.channel, 'at', a.tapped_at, 'outcome', a.outcome)
    from contact_attempts a where a.purchase_id = p.id order by a.tapped_at desc limit 1)`

export const toLastContact = (row: LastContactRow) =>
  row && { ...row, at: new Date(row.at).toISOString() }
