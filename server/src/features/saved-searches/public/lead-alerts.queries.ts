import type { LeadType, TripType } from '@raahi/contract/leads'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { isForSaleSql } from '../../leads/public/leads.queries.ts'

/** The way in which an alert is sent. Every search has a frequency for each channel. */
export type AlertChannel = 'mail' | 'push'

const frequencySql = { mail: sql.ref('s.mail_alerts'), push: sql.ref('s.push_alerts') }
/** The columns with the time when the last alert of a channel was queued for an agent. */
const lastSentColumns = { mail: 'mailed_at', push: 'pushed_at' } as const

/** An agent who gets alerts. */
export interface AlertedAgent {
  email: string
  name: string
  email_confirmed_at: Date | null
  is_active: boolean
  /** The earliest time of the next alert: now, the end of the quiet hours, or a minute after the last alert. */
  send_at: Date
  now: Date
}

/** A lead for sale in an alert. */
export interface AlertedLead {
  id: string
  number: number
  destination: string | null
  city: string | null
  travel_date: string | null
  travel_month: string | null
  trip_type: TripType
  lead_type: LeadType
  adult: number
  children: number
  price_paise: number | null
}

/** The maximum number of rows that `findDueAgents` reads: at 9:00, millions of alerts can be due. */
export const maxDueRows = 1000

/** Up to `limit` agents with due alerts of a channel, longest waiting first. */
export async function findDueAgents(
  db: Kysely<Schema>,
  channel: AlertChannel,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (
      select user_id, due_at from lead_alerts where channel = ${channel} and due_at <= now()
      order by channel, due_at, user_id limit ${maxDueRows}
    ) oldest
    group by user_id order by min(due_at) limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** The earliest time of the next alert, by the settings `a` of an agent. */
const sendAtSql = (channel: AlertChannel) =>
  sql`alert_due_at('at-once', greatest(now(), ${sql.ref(`a.${lastSentColumns[channel]}`)} + interval '1 minute'), a.quiet_from, a.quiet_to)`

/** @returns undefined if another process is sending alerts of this channel to the agent */
export async function lockAlertedAgent(
  tx: Transaction,
  channel: AlertChannel,
  userId: string,
): Promise<AlertedAgent | undefined> {
  const lock = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${channel} alerts of ${userId}`}, 0)) as is_free`.execute(
    tx,
  )
  if (!lock.rows[0]?.is_free) return undefined
  const { rows } = await sql<AlertedAgent>`
    select u.email, u.name, u.email_confirmed_at, u.status = 'active' as is_active, now() as now,
      ${sendAtSql(channel)} as send_at
    from agency_owners u left join alert_settings a on a.user_id = u.id where u.id = ${userId}`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Deletes and returns the due alerts of an agent. An alert is unwanted if its search has been deleted, paused or set to
 * no alerts of this channel, or if its match was found with filters that have changed since.
 */
export async function claimDueAlerts(
  tx: Transaction,
  channel: AlertChannel,
  userId: string,
): Promise<{ search_id: string; lead_id: string; is_wanted: boolean }[]> {
  const { rows } = await sql<{ search_id: string; lead_id: string; is_wanted: boolean }>`
    with taken as (
      delete from lead_alerts where channel = ${channel} and user_id = ${userId} and due_at <= now()
      returning search_id, lead_id, put_on_sale_at
    )
    select t.search_id, t.lead_id,
      s.id is not null and s.paused_at is null and ${frequencySql[channel]} <> 'off' and s.matches_from <= t.put_on_sale_at as is_wanted
    from taken t left join saved_searches s on s.id = t.search_id`.execute(tx)
  return rows
}

/**
 * Moves the due alerts of an agent to the earliest time of the next alert. The time is computed again, after any change
 * of the settings in progress has ended, because the agent may have changed the quiet hours since they were read.
 */
export async function postponeAlerts(
  tx: Transaction,
  channel: AlertChannel,
  userId: string,
): Promise<void> {
  await sql`select from alert_settings where user_id = ${userId} for share`.execute(tx)
  await sql`update lead_alerts set due_at = (select ${sendAtSql(channel)}
      from agency_owners u left join alert_settings a on a.user_id = u.id where u.id = ${userId})
    where channel = ${channel} and user_id = ${userId} and due_at <= now()`.execute(tx)
}

/** Moves the due alerts of an agent to the next minute, after their message failed. */
export async function retryAlertsLater(
  db: Kysely<Schema>,
  channel: AlertChannel,
  userId: string,
): Promise<void> {
  await sql`update lead_alerts set due_at = now() + interval '1 minute'
    where channel = ${channel} and user_id = ${userId} and due_at <= now()`.execute(db)
}

/** The leads with these ids that are still for sale, newest first. No contact is read. */
export async function findLeadsForSale(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<AlertedLead[]> {
  const { rows } = await sql<AlertedLead>`
    select l.id, l.number, l.destination, l.city, l.travel_date, l.travel_month, l.trip_type, l.lead_type, l.adult, l.children,
      (lead_price(l.lead_type, l.created_at, today_in_india())).price_paise
    from leads l where l.id = any(${[...ids]}::uuid[]) and ${isForSaleSql}
    order by l.created_at desc, l.id desc`.execute(db)
  return rows
}

export async function findSearchesById(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; name: string; stop_key: string }[]> {
  return tx
    .selectFrom('saved_searches')
    .select(['id', 'name', 'stop_key'])
    .where('id', 'in', ids)
    .orderBy(sql`lower(name)`)
    .execute()
}

/**
 * Records that an alert was queued for the agent.
 * @returns the secret that stops all mails of the agent
 */
export async function markAlerted(
  tx: Transaction,
  channel: AlertChannel,
  userId: string,
): Promise<string> {
  const sent = { [lastSentColumns[channel]]: sql<Date>`now()` }
  const { stop_key } = await tx
    .insertInto('alert_settings')
    .values({ user_id: userId, ...sent })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(sent))
    .returning('stop_key')
    .executeTakeFirstOrThrow()
  return stop_key
}

/** Removes the waiting alerts of a search, in all channels. */
export async function dropAlerts(tx: Transaction, searchId: string): Promise<void> {
  await tx.deleteFrom('lead_alerts').where('search_id', '=', searchId).execute()
}

/**
 * Reschedules the waiting alerts after a change of their search or of the quiet hours, as if the new values had applied
 * when the leads were put on sale. If the computed time has passed, the alerts are due immediately. Alerts of a paused
 * search, and of a channel that is off, are deleted.
 */
export async function replanAlerts(
  tx: Transaction,
  of: { searchId: string } | { userId: string },
): Promise<void> {
  const chosen = 'searchId' in of ? sql`s.id = ${of.searchId}` : sql`w.user_id = ${of.userId}::uuid`
  const frequency = sql`case w.channel when 'mail' then ${frequencySql.mail} else ${frequencySql.push} end`
  await sql`delete from lead_alerts w using saved_searches s
    where s.id = w.search_id and ${chosen} and (${frequency} = 'off' or s.paused_at is not null)`.execute(
    tx,
  )
  await sql`update lead_alerts w
    set due_at = alert_due_at(${frequency}, w.put_on_sale_at, a.quiet_from, a.quiet_to)
    from saved_searches s left join alert_settings a on a.user_id = s.user_id
    where s.id = w.search_id and ${chosen}`.execute(tx)
}
