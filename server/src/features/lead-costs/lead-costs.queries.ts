import type { LeadCost, LeadCostType } from '@raahi/contract/lead-costs'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface LeadCostRow {
  id: string
  type: LeadCostType
  price_paise: number
}

export async function findLeadCosts(db: Kysely<Schema>): Promise<LeadCostRow[]> {
  return db.selectFrom('lead_costs').select(['id', 'type', 'price_paise']).orderBy('type').execute()
}

/** Locks a price against concurrent changes. */
export async function lockLeadCost(
  tx: Transaction,
  by: { id: string } | { type: LeadCostType },
): Promise<LeadCostRow | undefined> {
  const costs = tx.selectFrom('lead_costs').select(['id', 'type', 'price_paise']).forUpdate()
  const found = 'id' in by ? costs.where('id', '=', by.id) : costs.where('type', '=', by.type)
  return found.executeTakeFirst()
}

export function toLeadCost(row: LeadCostRow): LeadCost {
  return { _id: row.id, type: row.type, price: rupeesFromPaise(row.price_paise) }
}
