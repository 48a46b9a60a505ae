import type { LeadType, TripType } from '@raahi/contract/leads'
import { manualSourceId, type SourceKind, type SourceState } from '@raahi/contract/source-labels'
import { type Kysely, sql } from 'kysely'
import { inDays } from '../../platform/database/in-days.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { silentSourcesSql } from './public/silent-sources.queries.ts'

/** Days in India, both included. */
export interface Period {
  from?: string | undefined
  to?: string | undefined
}

export interface SourceRow {
  id: string
  kind: SourceKind
  name: string
  state: SourceState
  daily_limit: number | null
  lead_type: LeadType | null
  trip_type: TripType | null
  publish_at_once: boolean
  meta_page_id: string | null
  meta_form_id: string | null
  embed_domains: string[]
  created_at: Date
  last_arrival_at: Date | null
  is_silent: boolean
  received: number
  duplicates: number
  rejected: number
  published: number
  sold: number
  returned: number
  revenue_paise: number
  refunds_paise: number
  seconds_to_sale: number | null
  cost_paise: number
}

/**
 * The sources with the figures of what arrived in a period. An enquiry counts on the day of its arrival, whatever happened
 * to it later. A lead without an enquiry was entered by an admin.
 * @param id only this source
 */
export async function findSources(
  db: Kysely<Schema>,
  period: Period,
  id?: string,
): Promise<SourceRow[]> {
  const days = { startDate: period.from, endDate: period.to }
  const arrivedIn = (table: 'e' | 'l') =>
    inDays(sql`${sql.ref(table)}.created_at`, days) ?? sql`true`
  const costDays = sql`(${period.from ?? null}::date is null or c.day >= ${period.from ?? null}::date)
    and (${period.to ?? null}::date is null or c.day <= ${period.to ?? null}::date)`
  const { rows } = await sql<SourceRow>`
    with arrived as (
      select e.source_id, o.lead_id, e.status,
        -- A trip that its traveller offers again is no duplicate.
        num_nonnulls(e.duplicate_of, e.duplicate_of_lead) > 0 and e.renews is null as is_duplicate
      from enquiries e left join lead_origins o on o.enquiry_id = e.id
      where ${id === undefined ? sql`true` : sql`e.source_id = ${id}`} and ${arrivedIn('e')}
      union all
      select ${manualSourceId}::uuid, l.id, null, false from leads l
      where ${id === undefined ? sql`true` : sql`${id}::uuid = ${manualSourceId}::uuid`} and ${arrivedIn('l')}
        and not exists (select from lead_origins where lead_id = l.id)
    ), figures as (
      select a.source_id, count(*) as received, count(*) filter (where a.is_duplicate) as duplicates,
        count(*) filter (where a.status = 'rejected') as rejected, count(a.lead_id) as published,
        count(p.id) as sold, count(r.id) as returned,
        sum(case p.paid_with when 'wallet' then p.cost_paise else b.lead_share_paise end) as revenue_paise,
        sum(case when r.returned = 'wallet' then r.refund_paise else b.lead_share_paise end)
          filter (where r.id is not null) as refunds_paise,
        percentile_cont(0.5) within group (order by extract(epoch from p.created_at - l.created_at)) as seconds_to_sale
      from arrived a
        left join purchases p on p.lead_id = a.lead_id left join leads l on l.id = p.lead_id
        left join subscriptions b on b.id = p.subscription_id
        left join replacement_requests r on r.purchase_id = p.id and r.status = 'approved'
      group by a.source_id
    )
    select s.id, s.kind, s.name, s.state, s.daily_limit, s.lead_type, s.trip_type, s.publish_at_once, s.meta_page_id,
      s.meta_form_id, s.embed_domains, s.created_at,
      case s.kind when 'manual' then (select max(created_at) from leads l
          where not exists (select from lead_origins where lead_id = l.id))
        else (select max(created_at) from enquiries where source_id = s.id) end as last_arrival_at,
      s.id in (select id from (${silentSourcesSql}) silent) as is_silent,
      coalesce(f.received, 0) as received, coalesce(f.duplicates, 0) as duplicates,
      coalesce(f.rejected, 0) as rejected, coalesce(f.published, 0) as published,
      coalesce(f.sold, 0) as sold, coalesce(f.returned, 0) as returned,
      coalesce(f.revenue_paise, 0)::bigint as revenue_paise,
      coalesce(f.refunds_paise, 0)::bigint as refunds_paise, f.seconds_to_sale,
      (select coalesce(sum(c.amount_paise), 0)::bigint from source_costs c
        where c.source_id = s.id and ${costDays}) as cost_paise
    from sources s left join figures f on f.source_id = s.id
    where ${id === undefined ? sql`true` : sql`s.id = ${id}`}
    order by s.kind not in ('website', 'manual'), s.created_at, s.id`.execute(db)
  return rows
}

/** The consent texts of a source, the latest first. */
export async function findConsents(db: Kysely<Schema>, sourceId: string) {
  return db
    .selectFrom('source_consents')
    .select(['version', 'text', 'created_at'])
    .where('source_id', '=', sourceId)
    .orderBy('version', 'desc')
    .execute()
}

/** The latest days with a cost. */
export async function findCosts(db: Kysely<Schema>, sourceId: string, limit: number) {
  const { rows } = await sql<{ day: string; amount_paise: number }>`
    select day::text, amount_paise from source_costs where source_id = ${sourceId}
    order by day desc limit ${limit}`.execute(db)
  return rows
}

/** Locks a source. @returns undefined if it does not exist */
export async function lockSource(tx: Transaction, id: string) {
  return tx.selectFrom('sources').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
