import { maxPushDevices, type PushDevice } from '@raahi/contract/push-alerts'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { isActiveSql } from '../users/public/active-users.ts'

/** A device whose session is alive and whose user is active. Only such a device gets alerts. */
const liveDeviceSql = sql`push_devices d
  join sessions s on s.id = d.session_id and s.user_id = d.user_id and s.ended_at is null
  join users u on u.id = d.user_id and ${isActiveSql('u')}
    and exists (select from session_tokens t
      where t.session_id = s.id and t.expires_at > now() and t.used_at is null)`

/** The browsers of an agent that accept alerts with this key, latest first. */
export async function findDevices(
  db: Kysely<Schema>,
  {
    userId,
    sessionId,
    publicKey,
  }: { userId: string; sessionId: string; publicKey: string | undefined },
): Promise<PushDevice[]> {
  const { rows } = await sql<{
    id: string
    session_id: string
    user_agent: string | null
    added_at: Date
    last_sent_at: Date | null
  }>`
    select d.id, d.session_id, s.user_agent, d.added_at, d.last_sent_at from ${liveDeviceSql}
    where d.user_id = ${userId} and d.accepted_key = ${publicKey ?? ''}
    order by d.added_at desc, d.id limit ${maxPushDevices}`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    userAgent: row.user_agent,
    addedAt: row.added_at.toISOString(),
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    isCurrent: row.session_id === sessionId,
  }))
}

/** The ids of the browsers that get the alerts of an agency: those of members that see leads on sale. */
export async function findDeviceIds(
  tx: Transaction,
  agencyId: string,
  publicKey: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from ${liveDeviceSql}
    where u.agency_id = ${agencyId} and u.agent_role <> 'caller' and d.accepted_key = ${publicKey}
    order by d.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Counts the browsers of an agent that accept alerts with this key, except the browser of the session or the endpoint.
 */
export async function countOtherDevices(
  tx: Transaction,
  {
    userId,
    sessionId,
    endpoint,
    publicKey,
  }: { userId: string; sessionId: string; endpoint: string; publicKey: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${liveDeviceSql}
    where d.user_id = ${userId} and d.accepted_key = ${publicKey}
      and d.session_id <> ${sessionId} and d.endpoint <> ${endpoint}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** A device to which an alert is being sent. */
export interface AlertedDevice {
  userId: string
  endpoint: string
  p256dh: string
  auth: string
  acceptedKey: string
  /** The end of the pause after a failure. */
  waitUntil: Date | null
  /** The end of the quiet hours, or the current time outside them. */
  sendAt: Date
  now: Date
}

/** @returns undefined if the device is removed, or its session has ended */
export async function findLiveDevice(
  db: Kysely<Schema>,
  id: string,
): Promise<AlertedDevice | undefined> {
  const { rows } = await sql<AlertedDevice>`
    select d.user_id as "userId", d.endpoint, d.p256dh, d.auth, d.accepted_key as "acceptedKey", d.wait_until as "waitUntil",
      now() as now, alert_due_at('at-once', now(), a.quiet_from, a.quiet_to) as "sendAt"
    from ${liveDeviceSql} left join alert_settings a on a.user_id = u.agency_id
    where d.id = ${id} and u.agent_role <> 'caller'`.execute(db)
  return rows[0]
}

/** The leads that match one of the searches, if that search still sends alerts to devices. */
export async function findWantedLeads(
  db: Kysely<Schema>,
  { leadIds, searchIds }: { leadIds: readonly string[]; searchIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ lead_id: string }>`
    select distinct m.lead_id from saved_search_matches m join saved_searches s on s.id = m.search_id
    where m.search_id = any(${[...searchIds]}::uuid[]) and m.lead_id = any(${[...leadIds]}::uuid[])
      and s.paused_at is null and s.push_alerts <> 'off'`.execute(db)
  return rows.map(({ lead_id }) => lead_id)
}

export async function recordAccepted(db: Kysely<Schema>, id: string): Promise<void> {
  await sql`update push_devices set last_sent_at = now(), failing_since = null, last_failed_at = null,
      wait_until = null where id = ${id}`.execute(db)
}

/** The time without requests to a device after a failure. */
interface Pause {
  /** The pause that the push service requested. */
  askedSeconds: number
  minSeconds: number
  maxSeconds: number
}

/** A failure more than three days after the last one starts a new series of failures. */
const isFailingSql = sql`last_failed_at > now() - interval '3 days'`

/**
 * Records a failure. The pause is as long as the device has been failing, within the limits, so that attempts become
 * rarer and do not delay alerts to other devices. A device that has been failing for `maxFailingDays` is removed.
 */
export async function recordFailure(
  db: Kysely<Schema>,
  id: string,
  { pause, maxFailingDays }: { pause: Pause; maxFailingDays: number },
): Promise<void> {
  await sql`delete from push_devices where id = ${id} and ${isFailingSql}
    and failing_since < now() - make_interval(days => ${maxFailingDays}::integer)`.execute(db)
  // Without a join with itself, which would read an earlier version of a row that another message changes meanwhile.
  const since = sql`case when ${isFailingSql} then failing_since else now() end`
  await sql`update push_devices set failing_since = ${since}, last_failed_at = now(),
      wait_until = now() + least(make_interval(secs => ${pause.maxSeconds}::integer),
        greatest(now() - ${since}, make_interval(secs => ${pause.minSeconds}::integer),
          make_interval(secs => ${pause.askedSeconds}::integer)))
    where id = ${id}`.execute(db)
}

/** Records that the agent removed the browser of a session. */
export async function recordRemoval(tx: Transaction, sessionId: string): Promise<void> {
  await sql`insert into push_removals (session_id) values (${sessionId}) on conflict do nothing`.execute(
    tx,
  )
}

export async function forgetRemoval(tx: Transaction, sessionId: string): Promise<void> {
  await tx.deleteFrom('push_removals').where('session_id', '=', sessionId).execute()
}

export async function isRemoved(db: Kysely<Schema>, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('push_removals')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteDevice(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).execute()
}
