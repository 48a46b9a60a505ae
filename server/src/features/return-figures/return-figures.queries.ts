import type { DecidedHow } from '@raahi/contract/leads'
import type { ReplacementReason } from '@raahi/contract/replacement-reasons'
import { figuresDays } from '@raahi/contract/return-figures'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

interface FiguresRow {
  purchases: number
  returned: number
  waiting: number
  /** Groups without a request are missing, here and in `by_decision`. */
  by_reason: { reason: ReplacementReason; requests: number; approved: number }[]
  by_decision: { decided_how: DecidedHow; approved: number; rejected: number }[]
  /** Null if no request is decided. */
  median_minutes: number | null
  p95_minutes: number | null
}

/** Counts the purchases of the last days and their requests, in one snapshot. */
export async function findReturnFigures(db: Kysely<Schema>): Promise<FiguresRow> {
  const { rows } = await sql<FiguresRow>`
    with bought as materialized (
      select id from purchases where created_at >= now() - make_interval(days => ${figuresDays}::integer)
    ), requests as materialized (
      select coalesce(r.reason_code, 'other') as reason, r.status, r.decided_how,
        extract(epoch from r.decided_at - r.created_at) / 60 as minutes
      from replacement_requests r join bought on bought.id = r.purchase_id
    )
    select (select count(*) from bought) as purchases,
      -- A purchase has at most one approved request.
      (select count(*) from requests where status = 'approved') as returned,
      (select count(*) from requests where status = 'pending') as waiting,
      (select coalesce(json_agg(counted), '[]') from (
        select reason, count(*) as requests, count(*) filter (where status = 'approved') as approved
        from requests group by reason) counted) as by_reason,
      (select coalesce(json_agg(counted), '[]') from (
        select decided_how, count(*) filter (where status = 'approved') as approved,
          count(*) filter (where status = 'rejected') as rejected
        from requests where status <> 'pending' group by decided_how) counted) as by_decision,
      (select percentile_cont(0.5) within group (order by minutes) from requests
        where status <> 'pending') as median_minutes,
      (select percentile_cont(0.95) within group (order by minutes) from requests
        where status <> 'pending') as p95_minutes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query of the figures returned no row')
  return row
}
