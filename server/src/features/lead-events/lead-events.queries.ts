import type { LeadType } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { LeadEventKind } from '../../platform/database/column-types.ts'
import type { Database } from '../../platform/database/connect.ts'
import {
  type EventPosition,
  parseEventId,
  parseSnapshot,
} from '../../platform/database/event-position.ts'
import { eventIdOf, snapshotSql } from '../../platform/database/snapshot.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { LeadRow } from '../leads/public/lead-response.ts'
import { publicLeadsSql } from '../leads/public/leads.queries.ts'
import { isActive } from '../plans/public/subscriptions.queries.ts'

/** The changes of leads, prices and accounts that a snapshot did not see: xid, kind and subject_id. */
function changesSql(snapshot: string | null) {
  return sql`
    select xid, kind, subject_id from lead_events
    where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and kind not in ('access', 'session')
      and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`
}

/**
 * Selects a snapshot: `lead_events` may lack the changes that it sees, see `trimLeadEvents`. No row if it lacks none.
 */
const horizonSql = sql`
  select snapshot::text from lead_event_marks where created_at < now() - interval '10 minutes'
  order by created_at desc limit 1`

/** If there are more changes than this since the last read, all clients read their lists again. */
export const maxChanges = 2_000
/** A client that joins and has missed more changes than this reads its lists again. */
export const maxMissedChanges = 1_000

/** A row of `lead_events`. */
export interface Change {
  xid: bigint
  kind: LeadEventKind
  subjectId: string | null
}

/**
 * The snapshots up to which streams know the changes, each as the text of a pg_snapshot; null if there are no such
 * streams.
 */
export interface KnownSnapshots {
  /** For all open streams. */
  followed: string | null
  /** For the clients that join. */
  missed: string | null
  /** For the clients that join: the snapshot in which their access was checked. */
  admitted: string | null
}

/** The agency that bought a lead, and the member that works it. */
export interface Buyer {
  agencyId: string
  assigneeId: string | null
}

/** The price of each lead type, and the lower prices of older leads, the oldest of a type first. */
export interface CurrentPrices {
  domestic: number | null
  international: number | null
  aged: { leadType: LeadType; createdBefore: string; paise: number }[]
}

/** The changes that snapshots did not see, and the changed leads, in one later snapshot. */
export interface ChangesRead {
  id: string
  position: EventPosition
  /** `lead_events` may lack the changes that this snapshot sees, see `trimLeadEvents`; null if it lacks none. */
  horizon: Omit<EventPosition, 'run'> | null
  /** Changes for the open streams, at most `maxChanges` + 1. */
  followed: Change[]
  /** Changes for the clients that join, the last first, at most `maxMissedChanges` + 1. */
  missed: Change[]
  /** All ends of sessions and changes of access, for open streams and for clients that join. */
  ended: Change[]
  leads: Map<string, LeadRow>
  /** The buyers of the changed leads, and of those whose cards changed. */
  buyers: Map<string, Buyer>
  prices: CurrentPrices
}

/**
 * Reads, in one statement and so in one snapshot, the changes that earlier snapshots did not see, with the present
 * state of the changed leads. A transaction that began before an earlier snapshot and committed later is found too. The
 * parts have separate limits, so a client that has missed many changes does not use up the limit of the open streams.
 */
async function readChanges(
  database: Database,
  { followed, missed, admitted }: KnownSnapshots,
): Promise<ChangesRead> {
  const { rows } = await sql<{
    snapshot: string
    horizon: string | null
    followed: ChangeRow[]
    missed: ChangeRow[]
    ended: ChangeRow[]
    leads: LeadRow[]
    buyers: [leadId: string, agencyId: string, assigneeId: string | null][]
    prices: PriceRow[]
  }>`
    with followed as materialized (
      ${changesSql(followed)} limit ${maxChanges + 1}
    ), missed as materialized (
      ${changesSql(missed)} order by xid desc limit ${maxMissedChanges + 1}
    ), ended as (
      ${endsSql(followed)} union ${endsSql(admitted)}
    ), changed_leads as materialized (
      select subject_id as id from followed where kind in ('new', 'changed', 'sold')
      union
      select subject_id from missed where kind in ('new', 'changed', 'sold')
    ), changed_cards as materialized (
      select subject_id as id from followed where kind = 'pipeline'
      union
      select subject_id from missed where kind = 'pipeline'
    ), shown as (
      ${publicLeadsSql} and l.id in (select id from changed_leads)
    )
    select ${sql.raw(snapshotSql)} as snapshot,
      (${horizonSql}) as horizon,
      coalesce((select json_agg(json_build_array(xid::text, kind, subject_id)) from followed), '[]') as followed,
      coalesce((select json_agg(json_build_array(xid::text, kind, subject_id)) from missed), '[]') as missed,
      coalesce((select json_agg(json_build_array(xid::text, kind, subject_id)) from ended), '[]') as ended,
      coalesce((select json_agg(shown) from shown), '[]') as leads,
      coalesce((select json_agg(json_build_array(p.lead_id, p.user_id, p.assigned_to)) from purchases p
        where p.lead_id in (select id from changed_leads union select id from changed_cards)), '[]') as buyers,
      (select json_agg(prices order by created_before) from lead_prices(today_in_india()) prices) as prices
  `.execute(database.kysely)
  const [row] = rows
  if (!row) throw new Error('the query of the changes returned no row')
  const id = eventIdOf(row.snapshot)
  return {
    id,
    position: parseEventId(id),
    horizon: row.horizon === null ? null : parseSnapshot(row.horizon),
    followed: row.followed.map(toChange),
    missed: row.missed.map(toChange),
    ended: row.ended.map(toChange),
    leads: new Map(row.leads.map((lead) => [lead.id, lead])),
    buyers: new Map(
      row.buyers.map(([leadId, agencyId, assigneeId]) => [leadId, { agencyId, assigneeId }]),
    ),
    prices: toPrices(row.prices),
  }
}

/** A row of `lead_prices`. */
interface PriceRow {
  lead_type: LeadType
  created_before: string
  price_paise: number | null
  full_price_paise: number | null
}

function toPrices(rows: readonly PriceRow[]): CurrentPrices {
  const fullPrice = (type: LeadType) =>
    rows.find(({ lead_type }) => lead_type === type)?.full_price_paise ?? null
  const aged = rows.flatMap(({ lead_type: leadType, created_before, price_paise: paise }) =>
    paise === null || created_before === 'infinity'
      ? []
      : [{ leadType, createdBefore: new Date(created_before).toISOString(), paise }],
  )
  return { domestic: fullPrice('domestic'), international: fullPrice('international'), aged }
}

type ChangeRow = [xid: string, kind: LeadEventKind, subjectId: string | null]

const toChange = ([xid, kind, subjectId]: ChangeRow): Change => ({
  xid: BigInt(xid),
  kind,
  subjectId,
})

/** The ends of sessions and the changes of access that a snapshot did not see. */
function endsSql(snapshot: string | null) {
  return sql`
    select xid, kind, subject_id from lead_events
    where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and kind in ('access', 'session')
      and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`
}

export interface AccountFigures {
  userId: string
  walletPaise: number
  planLeads: number
}

/** Wallet and plan figures of these users. */
async function findAccountFigures(
  database: Database,
  userIds: readonly string[],
): Promise<AccountFigures[]> {
  return database.kysely
    .selectFrom('accounts')
    .select((eb) => [
      sql<string>`user_id`.as('userId'),
      sql<number>`balance_paise`.as('walletPaise'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('subscriptions')
            .select(sql<number>`sum(lead_quota - leads_used)::integer`.as('left'))
            .whereRef('subscriptions.user_id', '=', 'accounts.user_id')
            .where(isActive),
          sql<number>`0`,
        )
        .as('planLeads'),
    ])
    .where('id', 'in', userIds)
    .where('user_id', 'is not', null)
    .execute()
}

/** The reads that a hub needs. */
export interface ChangesReader {
  readChanges(known: KnownSnapshots): Promise<ChangesRead>
  findAccountFigures(userIds: readonly string[]): Promise<AccountFigures[]>
}

export function createChangesReader(database: Database): ChangesReader {
  return {
    readChanges: (known) => readChanges(database, known),
    findAccountFigures: (userIds) => findAccountFigures(database, userIds),
  }
}

/**
 * Removes the events that are more than ten minutes old. If there are no events, it only reads. The marks then stay: a client whose
 * position is before the latest mark that is ten minutes old reads its lists again. A mark from another server, as in a
 * restored dump, is ahead of the current snapshot and is removed.
 */
export async function trimLeadEvents(database: Database): Promise<void> {
  await withTransaction(database, async (tx) => {
    const ahead = sql`pg_snapshot_xmax(pg_current_snapshot())`
    const { rows: work } = await sql`
      select where exists (select from lead_events)
        or exists (select from lead_event_marks where pg_snapshot_xmax(snapshot) > ${ahead})`.execute(
      tx,
    )
    if (work.length === 0) return
    await sql`delete from lead_events where xid >= ${ahead}`.execute(tx)
    await sql`delete from lead_event_marks where pg_snapshot_xmax(snapshot) > ${ahead}`.execute(tx)
    const { rows } = await sql<{ snapshot: string; at: string }>`
      select snapshot, created_at::text as at from lead_event_marks
      where created_at < clock_timestamp() - interval '10 minutes' order by created_at desc limit 1`.execute(
      tx,
    )
    const [horizon] = rows
    if (horizon) {
      const seen = sql`${horizon.snapshot}::pg_snapshot`
      await sql`
        delete from lead_events
        where xid < pg_snapshot_xmax(${seen}) and pg_visible_in_snapshot(xid, ${seen})`.execute(tx)
      await sql`delete from lead_event_marks where created_at < ${horizon.at}::timestamptz`.execute(
        tx,
      )
    }
    await sql`insert into lead_event_marks (snapshot) values (pg_current_snapshot())`.execute(tx)
  })
}
