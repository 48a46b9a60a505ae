import {
  areSameSteps,
  type changePriceAgeing as changePriceAgeingEndpoint,
  type PriceAgeing,
} from '@raahi/contract/price-ageing'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockSettings } from '../settings/public/settings.queries.ts'
import { findRule, toSteps } from './price-ageing.queries.ts'

/**
 * Creates a new version of the rule that the admin has seen. Concurrent purchases wait, so that every purchase before the
 * start of the new version is committed with the earlier version. A repeated call with the present steps changes and
 * records nothing.
 * @throws ApiFailure PRICE_AGEING_CHANGED if another admin changed it meanwhile
 */
export async function changePriceAgeing(
  database: Database,
  actor: Actor,
  { version, ...rule }: z.output<typeof changePriceAgeingEndpoint.body>,
): Promise<PriceAgeing> {
  return withTransaction(database, async (tx) => {
    await lockSettings(tx)
    const before = await findRule(tx)
    if (areSameSteps(before, rule)) return before
    if (before.version !== version) throw new ApiFailure('PRICE_AGEING_CHANGED')
    const { id } = await tx
      .insertInto('ageing_rules')
      .values({
        version: version + 1,
        // Later than the start of the previous version, even if the clock was set back.
        starts_at: sql<Date>`greatest(clock_timestamp(),
          (select max(starts_at) from ageing_rules) + interval '1 microsecond')`,
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const steps = toSteps(rule).map((step) => ({ ...step, version: version + 1 }))
    if (steps.length > 0) await tx.insertInto('ageing_steps').values(steps).execute()
    await recordAction(tx, actor, {
      action: 'price-ageing.change',
      subjectType: 'price-ageing',
      subjectId: id,
      before: { version, domestic: before.domestic, international: before.international },
      after: { version: version + 1, ...rule },
    })
    return findRule(tx)
  })
}
