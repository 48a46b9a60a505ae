import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The maximum number of rows that `findAgentsToRemind` reads: at 8:00, very many reminders can be due. */
const maxDueRows = 1000

/** No follow-up mails from 21:00 to 8:00, unless the agent has chosen other quiet hours. In minutes after midnight. */
const night = { from: 21 * 60, to: 8 * 60 }

/** An agent to be reminded of follow-ups. */
export interface RemindedAgent {
  email: string
  name: string
  email_confirmed_at: Date | null
  is_active: boolean
  wants_mails: boolean
  was_reminded_today: boolean
  /** The earliest time of the mail: now, or the end of the quiet hours. */
  send_at: Date
  now: Date
}

/** A follow-up in a mail, without name and contact of the traveller. */
export interface DueFollowUp {
  number: number
  destination: string | null
  follow_up_on: string
  follow_up_minute: number | null
  is_overdue: boolean
}

/** Up to `limit` agents with due reminders, longest waiting first. */
export async function findAgentsToRemind(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (
      select user_id, remind_at from pipeline_cards where remind_at <= now()
      order by remind_at, user_id limit ${maxDueRows}
    ) oldest
    group by user_id order by min(remind_at) limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Locks an agent until the end of the transaction, so that one process mails the agent at a time.
 * @param now the current time; by default the database's
 * @returns undefined if another process is mailing this agent
 */
export async function lockRemindedAgent(
  tx: Transaction,
  userId: string,
  now?: Date,
): Promise<RemindedAgent | undefined> {
  const lock = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`follow-ups of ${userId}`}, 0)) as is_free`.execute(
    tx,
  )
  if (!lock.rows[0]?.is_free) return undefined
  // Read after the lock, so that this statement sees what the previous holder committed.
  const { rows } = await sql<RemindedAgent>`
    select u.email, u.name, u.email_confirmed_at, u.status = 'active' as is_active,
      coalesce(s.mail_reminders, true) as wants_mails,
      coalesce(s.reminded_on >= today_in_india(), false) as was_reminded_today, clock.now,
      alert_due_at('at-once', clock.now, coalesce(a.quiet_from, ${night.from}::smallint),
        coalesce(a.quiet_to, ${night.to}::smallint)) as send_at
    from agency_owners u left join pipeline_settings s on s.user_id = u.id left join alert_settings a on a.user_id = u.id,
      (select coalesce(${now ?? null}::timestamptz, now()) as now) clock
    where u.id = ${userId}`.execute(tx)
  return rows[0]
}

/** Removes the due reminders of an agent. @returns their number */
export async function clearDueReminders(tx: Transaction, userId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update pipeline_cards set remind_at = null where user_id = ${userId} and remind_at <= now()`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/**
 * Moves the due reminders of an agent to a later time.
 * @param to 'tomorrow' means 8:00 in India
 * @returns the number of moved reminders
 */
export async function postponeReminders(
  db: Kysely<Schema>,
  userId: string,
  to: Date | 'in a minute' | 'in an hour' | 'tomorrow',
): Promise<number> {
  const later = {
    'in a minute': sql`now() + interval '1 minute'`,
    'in an hour': sql`now() + interval '1 hour'`,
    tomorrow: sql`day_start_in_india(day_in_india(now()) + 1) + interval '8 hours'`,
  }
  const at = to instanceof Date ? sql`${to}::timestamptz` : later[to]
  const { numAffectedRows = 0n } = await sql`
    update pipeline_cards set remind_at = ${at}
    where user_id = ${userId} and remind_at <= now()`.execute(db)
  return Number(numAffectedRows)
}

/**
 * The follow-ups of an agent that are due, and their numbers: first those of today by time, then the overdue ones,
 * latest day first.
 */
export async function findDueFollowUps(
  tx: Transaction,
  userId: string,
  limit: number,
): Promise<{ dueToday: number; overdue: number; due: DueFollowUp[] }> {
  const { rows } = await sql<DueFollowUp & { due_today: number; overdue: number }>`
    select l.number, l.destination, c.follow_up_on, c.follow_up_minute,
      c.follow_up_on < today_in_india() as is_overdue, (count(*) filter (where c.follow_up_on = today_in_india()) over ())::integer as due_today,
      (count(*) filter (where c.follow_up_on < today_in_india()) over ())::integer as overdue
    from pipeline_cards c join purchases p on p.id = c.purchase_id join leads l on l.id = p.lead_id
    where c.user_id = ${userId} and c.follow_up_on <= today_in_india()
    order by c.follow_up_on = today_in_india() desc, c.follow_up_on desc, c.follow_up_minute, l.number limit ${limit}`.execute(
    tx,
  )
  return {
    dueToday: rows[0]?.due_today ?? 0,
    overdue: rows[0]?.overdue ?? 0,
    due: rows.map(({ due_today: _, overdue: __, ...row }) => row),
  }
}

/** @returns the secret that stops the mails of the agent */
export async function markReminded(tx: Transaction, userId: string): Promise<string> {
  const today = sql<string>`today_in_india()`
  const { stop_key } = await tx
    .insertInto('pipeline_settings')
    .values({ user_id: userId, reminded_on: today })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reminded_on: today }))
    .returning('stop_key')
    .executeTakeFirstOrThrow()
  return stop_key
}
