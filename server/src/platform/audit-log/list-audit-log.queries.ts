import type { auditActors, auditEntry } from '@raahi/contract/audit-log'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { joinConditions } from '../database/join-conditions.ts'
import { likePattern } from '../database/like-pattern.ts'
import { phoneCondition } from '../database/phone-search.ts'

export interface AuditFilters {
  actors?: (typeof auditActors)[number] | undefined
  actor?: string | undefined
  action?: string | undefined
  subjectId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

interface AuditPageRows {
  total: number
  rows: z.output<typeof auditEntry>[]
}

type Part = RawBuilder<unknown>

/**
 * A page of the log, newest first, with the exact count of the filtered entries, in one statement and so in one
 * snapshot.
 * @param page `offset` is the number of entries before the page
 */
export async function findAuditPage(
  database: Database,
  filters: AuditFilters,
  page: { offset: number; limit: number },
): Promise<AuditPageRows> {
  const isCounted = !(filters.actor || filters.subjectId || filters.from || filters.to)
  const { rows } = await sql<AuditPageRows>`
    with ${isCounted ? countedPageSql(filters, page) : plainPageSql(filters, page)},
    shown as (${shownSql})
    select total, coalesce((select json_agg(shown order by _id desc) from shown), '[]') as rows
    from total`.execute(database.kysely)
  const [only] = rows
  if (!only) throw new Error('the page query returned no row')
  return only
}

/** Conditions on the columns that entries and counted blocks share. */
function countedConditions({ actors = 'admins', action }: AuditFilters): Part {
  return joinConditions([
    actors === 'admins' && sql`actor_role <> 'user'`,
    action && sql`action = ${action}`,
  ])
}

function plainPageSql(filters: AuditFilters, { offset, limit }: { offset: number; limit: number }) {
  const { actor, subjectId, from, to } = filters
  const part = actor && likePattern(actor)
  const byPhone = actor ? phoneCondition(sql`phone`, actor) : null
  const conditions = joinConditions([
    countedConditions(filters),
    subjectId && sql`subject_id = ${subjectId}`,
    part &&
      sql`actor_id in (select id from users where name ilike ${part} or email ilike ${part}
        ${byPhone ? sql`or ${byPhone}` : sql``})`,
    from && sql`at >= transaction_day_start(${from}::date)`,
    to && sql`at < transaction_day_start(${to}::date + 1)`,
  ])
  return sql`
    total as (select count(*) as total from audit_log where ${conditions}),
    page_of as (
      select id from audit_log where ${conditions} order by id desc offset ${offset} limit ${limit}
    )`
}

/**
 * Finds the blocks that contain the page by their counts. The entries that are not counted yet are treated as one more
 * block. No other blocks are read, not even for deep pages and rare entries.
 */
function countedPageSql(
  filters: AuditFilters,
  { offset, limit }: { offset: number; limit: number },
): Part {
  const conditions = countedConditions(filters)
  return sql`
    live as materialized (
      select block * audit_block_size() as from_id from audit_blocks_next
    ),
    blocks as materialized (
      select block * audit_block_size() as from_id, (block + 1) * audit_block_size() as below_id,
        sum(n) as n
      from audit_blocks where ${conditions} group by block
      union all
      select from_id, 9223372036854775807, (
        select count(*) from audit_log where id >= live.from_id and ${conditions}
      ) from live
    ),
    total as (select sum(n)::bigint as total from blocks),
    touched as materialized (
      select * from (
        select from_id, below_id, sum(n) over (order by from_id desc) - n as before, n from blocks
      ) running where before < ${offset + limit}::bigint and before + n > ${offset}::bigint
    ),
    page_of as (
      select entry.id from touched cross join lateral (
        select id from audit_log
        where id >= touched.from_id and id < touched.below_id and ${conditions}
        order by id desc limit ${offset + limit}::bigint - touched.before
      ) entry
      order by entry.id desc
      offset ${offset}::bigint - coalesce((select min(before) from touched), 0) limit ${limit}
    )`
}

/** Entries for display; the names of subjects are read only for the page. */
const shownSql = sql`
  select l.id as _id,
    to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    case when u.id is not null
      then json_build_object('_id', u.id, 'name', u.name, 'email', u.email, 'role', l.actor_role)
    end as actor,
    l.action, l.subject_type as "subjectType", l.subject_id as "subjectId",
    case l.subject_type
      when 'lead' then (select lead_label(number) from leads where id = l.subject_id)
      when 'plan' then (select name from plans where id = l.subject_id)
      when 'lead-cost' then coalesce(l.after ->> 'type', l.before ->> 'type')
      when 'subscription' then (
        select s.plan_name || ' for ' || p.name from subscriptions s
        join users p on p.id = s.user_id where s.id = l.subject_id)
      when 'replacement' then (
        select lead_label(d.number) from replacement_requests r
        join purchases b on b.id = r.purchase_id join leads d on d.id = b.lead_id
        where r.id = l.subject_id)
      when 'enquiry' then (select enquiry_label(number) from enquiries where id = l.subject_id)
      when 'contact-message' then (select name from contact_messages where id = l.subject_id)
      when 'personal-data' then null
      when 'settings' then null
      when 'job' then coalesce(l.after ->> 'subject', l.after ->> 'kind')
      when 'return-policy' then (select 'version ' || version from return_policies where id = l.subject_id)
      else (select name from users where id = l.subject_id)
    end as subject,
    -- Personal data is stored separately until it is erased. An entry without a record stays null.
    l.before || coalesce(t.before, '{}') as before, l.after || coalesce(t.after, '{}') as after,
    l.request_id as "requestId", l.ip
  from page_of join audit_log l using (id) left join users u on u.id = l.actor_id
  left join audit_personal_data t on t.audit_id = l.id`

/** The names of all actions in the log. */
export async function findActions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive counted as (
      select min(action) as action from audit_blocks
      union all
      select (select min(action) from audit_blocks b where b.action > counted.action)
      from counted where action is not null
    )
    select action from counted where action is not null
    union
    select action from audit_log where id >= (
      select block * audit_block_size() from audit_blocks_next)
    order by action`.execute(database.kysely)
  return rows.map(({ action }) => action)
}
