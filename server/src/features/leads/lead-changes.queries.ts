import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { snapshotSql } from '../../platform/database/snapshot.ts'
import type { Condition } from './lead-filters.ts'

/** The changes of leads, prices and accounts that a snapshot did not see: xid, kind and subject_id. */
export function changesSql(snapshot: string | null): Condition {
  return sql`
    select xid, kind, subject_id from (
      select xid, kind, subject_id from lead_events
        where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and kind not in ('access', 'session')
      union all
      select xid, 'sold', lead_id from lead_count_changes where xid is not null
    ) written
    where not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`
}

/**
 * Selects a snapshot: `lead_events` may lack the changes that it sees, see `trim_lead_events`. No row if it lacks none.
 */
export const horizonSql = sql`
  select snapshot::text from lead_event_marks where created_at < now() - interval '10 minutes'
  order by created_at desc limit 1`

/** A sold lead, with the fields that decide which pages contain it. */
export interface SoldLead {
  id: string
  lead_type: string
  trip_type: string
  created_at: string
  sold_cost_paise: number | null
  /** Null if an admin marked the lead as sold. */
  buyer_id: string | null
  /** Whether the lead was expired before the sale. */
  was_expired: boolean
}

export interface LeadChange {
  xid: bigint
  /** Null for any other change of a lead or a price. */
  sale: SoldLead | null
}

/**
 * Finds the changes that affect lists of leads and that a snapshot did not see.
 * @param snapshot the text of a pg_snapshot; null to get no changes
 * @returns at most `limit` changes; the snapshot of the statement as `snapshotSql` returns it; and the text of the
 * snapshot before which changes may be missing
 */
export async function findLeadChanges(
  database: Database,
  snapshot: string | null,
  limit: number,
): Promise<{ snapshot: string; horizon: string | null; changes: LeadChange[] }> {
  const { sql: text, parameters } = sql`
    select ${sql.raw(snapshotSql)} as snapshot, (${horizonSql}) as horizon, coalesce(
      (select json_agg(json_build_array(c.xid::text, case when c.kind = 'sold' and l.id is not null then
        json_build_object('id', l.id, 'lead_type', l.lead_type, 'trip_type', l.trip_type, 'created_at', l.created_at,
          'sold_cost_paise', l.sold_cost_paise, 'buyer_id', p.user_id,
          'was_expired', l.is_expired or coalesce(is_travel_over(l.travel_date, l.month_end, today_in_india()), false))
        end))
      from (select * from (${changesSql(snapshot)}) changes where kind in ('new', 'changed', 'sold', 'prices', 'everything') limit ${limit}) c
        left join leads l on l.id = c.subject_id and l.status = 'sold' and l.deleted_at is null
        left join purchases p on p.lead_id = l.id), '[]') as changes`.compile(database.kysely)
  const { rows } = await database.prepared<{
    snapshot: string
    horizon: string | null
    changes: [xid: string, sale: SoldLead | null][]
  }>({ name: 'find-lead-changes', text, values: [...parameters] })
  const [row] = rows
  if (!row) throw new Error('the query of the changes returned no row')
  const changes = row.changes.map(([xid, sale]) => ({ xid: BigInt(xid), sale }))
  return { ...row, changes }
}
