import type { LeadStatus } from '@raahi/contract/lead-status'
import type { LeadType } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { isForSaleSql } from '../leads/public/leads.queries.ts'
import { placeNameSql } from '../leads/public/place-columns.ts'

export interface LeadCount {
  lead_type: LeadType
  status: LeadStatus
  is_expired: boolean
  n: number
}

/** Leads by type, status and expiry. */
export async function countLeads(database: Database): Promise<LeadCount[]> {
  const { rows } = await sql<LeadCount>`
    select lead_type, status, status = 'buy' and not ${isForSaleSql} as is_expired, count(*) as n
    from leads l where deleted_at is null group by 1, 2, 3`.execute(database.kysely)
  return rows
}

export async function countAgents(database: Database): Promise<number> {
  const { n } = await database.kysely
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .whereRef('agency_id', '=', 'id')
    .executeTakeFirstOrThrow()
  return n
}

/** The most requested destinations, each place once. */
export async function findTopDestinations(database: Database, limit: number) {
  const { rows } = await sql<{ destination: string; leads: number }>`
    select min(name) as destination, count(*) as leads from (
      select ${placeNameSql('l', 'destination')} as name from leads l
      where deleted_at is null and destination is not null
    ) named group by lower(name) order by leads desc, destination limit ${limit}`.execute(
    database.kysely,
  )
  return rows
}
