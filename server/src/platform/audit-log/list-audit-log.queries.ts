import type { auditActors, auditEntry } from '@raahi/contract/audit-log'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { inDays } from '../database/in-days.ts'
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

/**
 * A page of the log, newest first, with the exact count of the filtered entries, in one statement and so in one
 * snapshot.
 * @param page `offset` is the number of entries before the page; `showsContacts`: with the personal data of travellers
 */
export async function findAuditPage(
  database: Database,
  filters: AuditFilters,
  page: { offset: number; limit: number; showsContacts: boolean },
): Promise<AuditPageRows> {
  const { rows } = await sql<AuditPageRows>`
    with page_of as (
      select id from audit_log where ${conditionsOf(filters)}
      order by id desc offset ${page.offset} limit ${page.limit}
    ),
    shown as (${shownSql(page.showsContacts)})
    select (select count(*) from audit_log where ${conditionsOf(filters)}) as total,
      coalesce((select json_agg(shown order by _id desc) from shown), '[]') as rows`.execute(
    database.kysely,
  )
  const [only] = rows
  if (!only) throw new Error('the page query returned no row')
  return only
}

function conditionsOf({ actors = 'admins', actor, action, subjectId, from, to }: AuditFilters) {
  const part = actor && likePattern(actor)
  const byPhone = actor ? phoneCondition(sql`phone`, actor) : null
  return joinConditions([
    actors === 'admins' && sql`actor_role <> 'user'`,
    action && sql`action = ${action}`,
    subjectId && sql`subject_id = ${subjectId}`,
    part &&
      sql`actor_id in (select id from users where name ilike ${part} or email ilike ${part}
        ${byPhone ? sql`or ${byPhone}` : sql``})`,
    inDays(sql`at`, { startDate: from, endDate: to }),
  ])
}

/** Entries for display; the names of subjects are read only for the page. */
const shownSql = (showsContacts: boolean) => sql`
  select l.id as _id,
    to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    case when u.id is not null
      then json_build_object('_id', u.id, 'name', u.name, 'email', u.email, 'role', l.actor_role)
    end as actor,
    l.action, l.subject_type as "subjectType", l.subject_id as "subjectId",
    case l.subject_type
      when 'lead' then (select record_label('LD', number) from leads where id = l.subject_id)
      when 'plan' then (select name from plans where id = l.subject_id)
      when 'lead-cost' then coalesce(l.after ->> 'type', l.before ->> 'type')
      when 'subscription' then (
        select s.plan_name || ' for ' || p.name from subscriptions s
        join users p on p.id = s.user_id where s.id = l.subject_id)
      when 'replacement' then (
        select record_label('LD', d.number) from replacement_requests r
        join purchases b on b.id = r.purchase_id join leads d on d.id = b.lead_id
        where r.id = l.subject_id)
      when 'enquiry' then (select record_label('RQ', number) from enquiries where id = l.subject_id)
      when 'contact-message' then (select name from contact_messages where id = l.subject_id)
      when 'personal-data' then null
      when 'settings' then null
      when 'source' then (select name from sources where id = l.subject_id)
      when 'key' then (select name from api_keys where id = l.subject_id)
      when 'money-request' then (
        select u.name from money_requests r join users u on u.id = r.user_id where r.id = l.subject_id)
      when 'import' then (select file_name from imports where id = l.subject_id)
      when 'job' then coalesce(l.after ->> 'subject', l.after ->> 'kind')
      when 'price-ageing' then (select 'version ' || version from ageing_rules where id = l.subject_id)
      when 'return-policy' then (select 'version ' || version from return_policies where id = l.subject_id)
      when 'payment' then (select gateway_payment_id from payments where id = l.subject_id)
      when 'invoice' then (select number from invoices where id = l.subject_id)
      else (select name from users where id = l.subject_id)
    end as subject,
    -- Personal data is stored separately until it is erased. An entry without a record stays null.
    l.before || coalesce(t.before, '{}') as before, l.after || coalesce(t.after, '{}') ||
      case when l.after ? 'askedBy' then jsonb_build_object('askedBy',
        (select name from users where id = (l.after ->> 'askedBy')::uuid)) else '{}' end as after,
    l.request_id as "requestId", l.ip
  from page_of join audit_log l using (id) left join users u on u.id = l.actor_id
  left join audit_personal_data t on t.audit_id = l.id and ${showsContacts}::boolean`

/** The names of all actions in the log. */
export async function findActions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select distinct action from audit_log order by action`.execute(database.kysely)
  return rows.map(({ action }) => action)
}
