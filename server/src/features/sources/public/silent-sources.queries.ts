import { type RawBuilder, sql } from 'kysely'

/** Intervals between enquiries that show what is usual, and the fewest that do. */
const intervals = { latest: 50, min: 10 }

/**
 * Selects the active sources (id, at: the last arrival) that have been silent for longer than usual: three times the median
 * of the latest intervals between enquiries, and at least a day. Admins and imports bring leads at no regular times.
 */
export const silentSourcesSql: RawBuilder<unknown> = sql`
  select s.id, arrivals.last_at as at from sources s cross join lateral (
    select max(created_at) as last_at, count(earlier_at) as intervals,
      percentile_cont(0.5) within group (order by created_at - earlier_at) as usual
    from (
      select created_at, lead(created_at) over (order by created_at desc) as earlier_at
      from (
        select created_at from enquiries where source_id = s.id
        order by created_at desc limit ${sql.lit(intervals.latest + 1)}
      ) latest
    ) arrived
  ) arrivals
  where s.state = 'active' and s.kind not in ('manual', 'import') and arrivals.intervals >= ${sql.lit(intervals.min)}
    and now() - arrivals.last_at > greatest(3 * arrivals.usual, interval '1 day')`
