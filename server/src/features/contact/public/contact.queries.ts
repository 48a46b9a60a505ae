import { barePhone } from '@raahi/contract/phone-text'
import { normalisePhone } from '@raahi/contract/phones'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { joinConditions } from '../../../platform/database/join-conditions.ts'
import { likePattern } from '../../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../../platform/database/phone-search.ts'
import type { Schema } from '../../../platform/database/schema.ts'

export interface MessageRow {
  id: string
  name: string
  email: string
  message: string
  suspected: boolean
  created_at: Date
  answered_at: Date | null
  answer: string | null
  answerer_id: string | null
  answerer_name: string | null
}

export interface MessageFilter {
  status?: 'open' | 'answered' | 'suspected' | undefined
  /** Part of the name, the email or the message. */
  search?: string | undefined
  offset: number
  limit: number
}

/** A page of messages, newest first, with the exact total, in one snapshot. */
export async function findMessagePage(
  db: Kysely<Schema>,
  filter: MessageFilter,
): Promise<{ total: number; rows: MessageRow[] }> {
  const conditions = conditionsOf(filter)
  const { rows } = await sql<{ total: number } & (MessageRow | { id: null })>`
    select counted.n as total, shown.* from (
      select count(*) as n from contact_messages m where ${conditions}
    ) counted left join (
      select ${columnsSql} ${fromSql} where ${conditions}
      order by m.created_at desc, m.id desc offset ${filter.offset} limit ${filter.limit}
    ) shown on true
    order by shown.created_at desc, shown.id desc`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is { total: number } & MessageRow => row.id !== null),
  }
}

export async function findMessage(db: Kysely<Schema>, id: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${columnsSql} ${fromSql} where m.id = ${id}`.execute(db)
  return rows[0]
}

const columnsSql = sql`m.id, m.name, m.email, m.message, m.suspected, m.created_at, m.answered_at, m.answer,
  u.id as answerer_id, u.name as answerer_name`
const fromSql = sql`from contact_messages m left join users u on u.id = m.answered_by`

/** Messages without an answer, suspected ones included. Partial indexes contain only these rows. */
export const openMessagesSql = sql`contact_messages where answered_at is null`

/** The conditions must match the partial indexes, otherwise they are not used. */
const ofStatus = {
  all: sql`(not m.suspected or m.answered_at is not null)`,
  open: sql`(not m.suspected and m.answered_at is null)`,
  suspected: sql`(m.suspected and m.answered_at is null)`,
  answered: sql`m.answered_at is not null`,
}

/** The message without what people write between the digits of a phone number. */
const messageDigits = sql`regexp_replace(m.message, '[^[:alnum:]+]', '', 'g')`

function conditionsOf({ status, search }: MessageFilter): RawBuilder<unknown> {
  const part = search && likePattern(search)
  // People write their number with or without +91.
  const phone = search && (normalisePhone(search) ?? barePhone(search)).replace(/^\+91/, '')
  const byPhone = phone ? phoneCondition(messageDigits, phone) : null
  return joinConditions([
    ofStatus[status ?? 'all'],
    part &&
      sql`(m.name ilike ${part} or m.email ilike ${part} or m.message ilike ${part}
      ${byPhone ? sql`or ${byPhone}` : sql``})`,
  ])
}
