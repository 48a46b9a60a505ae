import { type ContactAttempt, maxListedContacts } from '@raahi/contract/contact-log'
import type { ContactChannel, ContactOutcome } from '@raahi/contract/pipeline-labels'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** A contact. In JSON, times are text. */
export interface ContactRow {
  id: string
  channel: ContactChannel
  by: string
  by_id: string
  tapped_at: Date | string
  /** Null: the tap was received immediately. */
  received_at: Date | string | null
  outcome: ContactOutcome | null
  outcome_at: Date | string | null
  call_later_on: string | null
}

/** The contact log of a purchase in wire format, newest first. */
export async function findContacts(
  db: Kysely<Schema>,
  purchaseId: string,
): Promise<ContactAttempt[]> {
  const { rows } = await sql<ContactRow>`
    select a.id, a.channel, u.name as by, u.id as by_id, a.tapped_at, a.received_at, a.outcome, a.outcome_at, a.call_later_on
    from contact_attempts a join users u on u.id = a.by_user_id
    where a.purchase_id = ${purchaseId} order by a.tapped_at desc, a.id desc`.execute(db)
  return rows.map(toContact)
}

/**
 * The contact log of purchase `p` as JSON: as of the decision on its request `r`, or the current log before the
 * decision.
 */
export const contactLogSql = sql<ContactRow[]>`
  coalesce((select json_agg(json_build_object('id', a.id, 'channel', a.channel, 'by', a.by, 'by_id', a.by_id, 'tapped_at', a.tapped_at,
      'received_at', a.received_at,
      'outcome', a.outcome, 'outcome_at', a.outcome_at, 'call_later_on', a.call_later_on) order by a.tapped_at desc, a.id desc)
    from (
      select a.id, a.channel, u.name as by, u.id as by_id, a.tapped_at, a.received_at, entered.*
      from contact_attempts a join users u on u.id = a.by_user_id
      left join lateral (
        select a.outcome, a.outcome_at, a.call_later_on where r.decided_at is null or a.outcome_at <= r.decided_at
      ) entered on true
      where a.purchase_id = p.id and (r.decided_at is null or coalesce(a.received_at, a.tapped_at) <= r.decided_at)
      order by a.tapped_at desc, a.id desc limit ${maxListedContacts}
    ) a), '[]')`

export function toContact(row: ContactRow): ContactAttempt {
  return {
    _id: row.id,
    channel: row.channel,
    tappedAt: new Date(row.tapped_at).toISOString(),
    receivedAt: row.received_at && new Date(row.received_at).toISOString(),
    by: row.by,
    byId: row.by_id,
    outcome: row.outcome,
    outcomeAt: row.outcome_at && new Date(row.outcome_at).toISOString(),
    callLaterOn: row.call_later_on,
  }
}
