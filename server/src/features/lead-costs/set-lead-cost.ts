import type { LeadCost, LeadCostType } from '@raahi/contract/lead-costs'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { lockLeadCost, toLeadCost } from './lead-costs.queries.ts'

/**
 * Sets the price of a lead type, which has at most one. A purchase confirmed at the old price is refused by `buy_lead`
 * and not charged the new one.
 */
export async function setLeadCost(
  database: Database,
  actor: Actor,
  cost: { type: LeadCostType; pricePaise: number },
): Promise<{ cost: LeadCost; isNew: boolean }> {
  return withTransaction(database, async (tx) => {
    // A first price has no row to lock. Without this lock, two concurrent requests would both record that there was
    // none before.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lead-cost ${cost.type}`}, 0))`.execute(
      tx,
    )
    const before = await lockLeadCost(tx, { type: cost.type })
    const row = await tx
      .insertInto('lead_costs')
      .values({ id: uuidv7(), type: cost.type, price_paise: cost.pricePaise })
      .onConflict((conflict) =>
        conflict
          .column('type')
          .doUpdateSet({ price_paise: cost.pricePaise, updated_at: sql<Date>`clock_timestamp()` }),
      )
      .returning(['id', 'type', 'price_paise'])
      .executeTakeFirstOrThrow()
    await recordAction(tx, actor, {
      action: 'lead-cost.set',
      subjectType: 'lead-cost',
      subjectId: row.id,
      ...(before && { before }),
      after: row,
    })
    return { cost: toLeadCost(row), isNew: before === undefined }
  })
}
