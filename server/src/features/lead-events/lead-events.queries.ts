import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { LeadEventKind } from '../../platform/database/schema.ts'
import { eventIdOf, snapshotSql } from '../../platform/database/snapshot.ts'
import type { LeadRow } from '../leads/lead-wire.ts'
import { publicLeadsSql } from '../leads/leads.queries.ts'
import { isActive } from '../plans/subscriptions.queries.ts'
import { type EventPosition, parseEventId, parseSnapshot } from './event-position.ts'

/** More changes than this are not sent: the clients read their lists again. */
export const maxChanges = 2_000

/** A row of `lead_events`. */
export interface Change {
  xid: bigint
  kind: LeadEventKind
  subjectId: string | null
}

/** The changes that a snapshot did not see, and the changed leads, in one later snapshot. */
export interface ChangesRead {
  id: string
  position: EventPosition
  /** What `lead_events` may lack, see `trim_lead_events`: the changes that this snapshot sees; null: it has all of them. */
  horizon: Omit<EventPosition, 'run'> | null
  /** At most `maxChanges` + 1. */
  changes: Change[]
  leads: Map<string, LeadRow>
  /** The buyers of the changed leads. */
  buyers: Map<string, string>
  prices: { domestic: number | null; international: number | null }
}

/**
 * Reads, in one statement and so in one snapshot, the changes that an earlier snapshot did not see, with the present state of
 * the changed leads. A transaction that began before the earlier snapshot and committed later is found too.
 * @param after the text of a pg_snapshot
 */
export async function readChanges(database: Database, after: string): Promise<ChangesRead> {
  const { rows } = await sql<{
    snapshot: string
    horizon: string | null
    changes: [string, LeadEventKind, string | null][]
    leads: LeadRow[]
    buyers: [string, string][]
    domestic: number | null
    international: number | null
  }>`
    with changes as materialized (
      select xid, kind, subject_id from (
        select xid, kind, subject_id from lead_events
          where xid >= pg_snapshot_xmin(${after}::pg_snapshot)
        union all
        select xid, 'sold', lead_id from lead_count_changes where xid is not null
      ) written
      where not pg_visible_in_snapshot(xid, ${after}::pg_snapshot)
      limit ${maxChanges + 1}
    ), changed_leads as materialized (
      select distinct subject_id as id from changes where kind in ('new', 'changed', 'sold')
    ), shown as (
      ${publicLeadsSql} where l.id in (select id from changed_leads) and l.deleted_at is null
    )
    select ${sql.raw(snapshotSql)} as snapshot,
      (select snapshot::text from lead_event_marks where created_at < now() - interval '10 minutes'
        order by created_at desc limit 1) as horizon,
      coalesce((select json_agg(json_build_array(xid::text, kind, subject_id)) from changes), '[]') as changes,
      coalesce((select json_agg(shown) from shown), '[]') as leads,
      coalesce((select json_agg(json_build_array(p.lead_id, p.user_id)) from purchases p
        where p.lead_id in (select id from changed_leads)), '[]') as buyers,
      lead_price_paise('domestic') as domestic, lead_price_paise('international') as international
  `.execute(database.kysely)
  const [row] = rows
  if (!row) throw new Error('the query of the changes returned no row')
  const id = eventIdOf(row.snapshot)
  return {
    id,
    position: parseEventId(id),
    horizon: row.horizon === null ? null : parseSnapshot(row.horizon),
    changes: row.changes.map(([xid, kind, subjectId]) => ({ xid: BigInt(xid), kind, subjectId })),
    leads: new Map(row.leads.map((lead) => [lead.id, lead])),
    buyers: new Map(row.buyers),
    prices: { domestic: row.domestic, international: row.international },
  }
}

export interface AccountFigures {
  userId: string
  walletPaise: number
  planLeads: number
}

/** Wallet and plan figures of these users. */
export async function findAccountFigures(
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

/** Removes the events of more than ten minutes ago. Without events it only reads, because a write would make a new snapshot. */
export async function trimLeadEvents(database: Database): Promise<void> {
  await sql`select trim_lead_events() where exists (select from lead_events)
    or exists (select from lead_event_marks)`.execute(database.kysely)
}
