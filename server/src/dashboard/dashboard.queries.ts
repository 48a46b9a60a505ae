import type { LeadStatus, LeadType } from '@raahi/contract/leads'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Leads by type and status, from the kept counts: exact, and as fast at a million leads as at ten. */
export async function countLeads(database: Database) {
  const { rows } = await sql<{ lead_type: LeadType; status: LeadStatus; n: number }>`
    select lead_type, status, sum(n)::bigint as n from (
      select lead_type, status, n from lead_totals
      union all select lead_type, status, n from lead_count_changes
    ) counts group by lead_type, status`.execute(database.kysely)
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

/** The destinations asked for most; spellings that differ only in case count as one. */
export async function findTopDestinations(database: Database, limit: number) {
  return database.kysely
    .selectFrom('leads')
    .select((eb) => [
      eb.fn.min<string>('destination').as('destination'),
      eb.fn.countAll<number>().as('leads'),
    ])
    .where('deleted_at', 'is', null)
    .groupBy(sql`lower(destination)`)
    .orderBy('leads', 'desc')
    .orderBy('destination')
    .limit(limit)
    .execute()
}
