import type { LeadStatus, LeadType } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { nameOfMatchSql } from '../leads/place-columns.ts'

export interface LeadCount {
  lead_type: LeadType
  status: LeadStatus
  is_expired: boolean
  n: number
}

/** Leads by type, status and expiry, from the stored counts: exact, and independent of the number of leads. */
export async function countLeads(database: Database): Promise<LeadCount[]> {
  const { rows } = await sql<LeadCount>`
    select lead_type, status, is_expired, sum(n)::bigint as n from (
      select lead_type, status, is_expired, n from lead_totals
      union all select lead_type, status, is_expired, n from lead_count_changes
      union all select lead_type, status, is_expired, n from unmarked_expired_changes(today_in_india())
    ) counts group by lead_type, status, is_expired`.execute(database.kysely)
  return rows
}

export async function countAgents(database: Database): Promise<number> {
  const { n } = await database.kysely
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'user')
    .executeTakeFirstOrThrow()
  return n
}

/** The most requested destinations, from the stored counts, each place once. */
export async function findTopDestinations(database: Database, limit: number) {
  const { rows } = await sql<{ destination: string; leads: number }>`
    with spellings as (
      select ${nameOfMatchSql(sql.ref('destination'))} as destination, sum(n) as n from (
        select destination, n from lead_destination_counts
        union all select destination, n from lead_count_changes where destination is not null
      ) counts group by 1 having sum(n) > 0
    )
    select min(destination) as destination, sum(n)::bigint as leads from spellings
    group by lower(destination) order by leads desc, destination limit ${limit}`.execute(
    database.kysely,
  )
  return rows
}
