import type { LeadCostType } from '@raahi/contract/lead-costs'
import type { LeadType } from '@raahi/contract/leads'
import type { AgeRule } from '@raahi/contract/price-ageing'
import { staffRights } from '@raahi/contract/staff-rights'
import { type Insertable, type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { matchColumnsOf } from '../features/leads/public/place-columns.ts'
import { toSteps } from '../features/price-ageing/price-ageing.queries.ts'
import type { Schema } from '../platform/database/schema.ts'
import { walletOf } from '../platform/ledger/accounts.ts'

/** Inserts users, with confirmed emails unless given otherwise, and an empty wallet for each founder of an agency. */
export async function insertUsers(
  db: Kysely<Schema>,
  rows: readonly Insertable<Schema['users']>[],
): Promise<void> {
  const confirmed = { email_confirmed_at: sql<Date>`now()` }
  await db
    .insertInto('users')
    .values(
      rows.map((row) => ({
        ...confirmed,
        rights: row.role === 'admin' ? [...staffRights] : null,
        ...row,
      })),
    )
    .execute()
  const agents = rows.filter((row) => row.role === 'user' && !row.agency_id)
  if (agents.length === 0) return
  await db
    .insertInto('accounts')
    .values(
      agents.map(({ id }) => ({
        id: walletOf(id),
        kind: 'wallet' as const,
        user_id: id,
        balance_paise: 0,
      })),
    )
    .execute()
}

/** A statement accepts 65,535 parameters, and a lead has about twenty. */
const leadsPerStatement = 1000

/** Inserts leads, numbered in this order. */
export async function insertLeads(
  db: Kysely<Schema>,
  rows: readonly Insertable<Schema['leads']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += leadsPerStatement) {
    await db
      .insertInto('leads')
      .values(
        rows
          .slice(from, from + leadsPerStatement)
          .map((row) => ({ ...row, ...matchColumnsOf(row) })),
      )
      .execute()
  }
}

/** Makes a new version of the rule by which unsold leads become cheaper. */
export async function setAgeSteps(
  db: Kysely<Schema>,
  adminId: string,
  rule: Partial<AgeRule>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { version } = await tx
      .insertInto('ageing_rules')
      .values({
        version: sql<number>`(select max(version) + 1 from ageing_rules)`,
        created_by: adminId,
      })
      .returning('version')
      .executeTakeFirstOrThrow()
    const steps = toSteps({ domestic: [], international: [], ...rule })
    if (steps.length > 0)
      await tx
        .insertInto('ageing_steps')
        .values(steps.map((step) => ({ ...step, version })))
        .execute()
  })
}

/** Sets the price of a lead type. */
export async function setLeadPrice(
  db: Kysely<Schema>,
  type: LeadType | LeadCostType,
  pricePaise: number,
): Promise<void> {
  await db
    .insertInto('lead_costs')
    .values({ id: uuidv7(), type, price_paise: pricePaise })
    .onConflict((conflict) => conflict.column('type').doUpdateSet({ price_paise: pricePaise }))
    .execute()
}
