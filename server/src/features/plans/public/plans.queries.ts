import { rupeesFromPaise } from '@raahi/contract/money'
import type { Plan, PlanType } from '@raahi/contract/plans'
import type { Kysely } from 'kysely'
import { sqlState } from '../../../platform/database/errors.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'

/** A plan of the catalogue as queries read it. */
export interface PlanRow {
  id: string
  plan_id: string
  name: string
  price_paise: number
  description: string
  validity_days: number
  type: PlanType
  lead_quota: number
}

const columns = [
  'id',
  'plan_id',
  'name',
  'price_paise',
  'description',
  'validity_days',
  'type',
  'lead_quota',
] as const

/** The catalogue, cheapest first. */
export async function findPlans(db: Kysely<Schema>): Promise<PlanRow[]> {
  return db
    .selectFrom('plans')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('price_paise')
    .orderBy('id')
    .execute()
}

/**
 * Locks and reads a plan that is on sale.
 * @param strength `change`: excludes all others; `sale`: excludes changes only, so that sales do not wait for each
 * other
 * @throws ApiFailure PLAN_NOT_FOUND
 */
export async function lockPlan(
  tx: Transaction,
  id: string,
  strength: 'change' | 'sale',
): Promise<PlanRow> {
  const found = tx
    .selectFrom('plans')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  const plan = await (strength === 'change'
    ? found.forUpdate()
    : found.forShare()
  ).executeTakeFirst()
  if (!plan) throw new ApiFailure('PLAN_NOT_FOUND')
  return plan
}

/**
 * Writes a plan, and reports if another plan has the same planId.
 * @throws ApiFailure PLAN_ID_TAKEN
 */
export async function rejectTakenPlanId<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (sqlState(error) === '23505') throw new ApiFailure('PLAN_ID_TAKEN', { cause: error })
    throw error
  }
}

export function toPlan(row: PlanRow): Plan {
  return {
    _id: row.id,
    planId: row.plan_id,
    planName: row.name,
    price: rupeesFromPaise(row.price_paise),
    description: row.description,
    validity: row.validity_days,
    planType: row.type,
    numberOfLeads: row.lead_quota,
  }
}
