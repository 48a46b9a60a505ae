import {
  areSameTerms,
  type changeReturnPolicy as changeReturnPolicyEndpoint,
  type ReturnPolicy,
  termsOf,
} from '@raahi/contract/return-policy'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockSettings } from '../settings/public/settings.queries.ts'
import { findPolicy, toColumns } from './public/return-policy.queries.ts'

/**
 * Creates a new version of the policy that the admin has seen. Concurrent purchases wait, so that every purchase before
 * the start of the new version is committed and keeps the earlier version. A repeated call with the present terms
 * changes and records nothing.
 * @throws ApiFailure RETURN_POLICY_CHANGED if another admin changed it meanwhile
 */
export async function changeReturnPolicy(
  database: Database,
  actor: Actor,
  { version, ...terms }: z.output<typeof changeReturnPolicyEndpoint.body>,
): Promise<ReturnPolicy> {
  return withTransaction(database, async (tx) => {
    await lockSettings(tx)
    const before = await findPolicy(tx)
    const seen = termsOf(before)
    if (areSameTerms(seen, terms)) return before
    if (before.version !== version) throw new ApiFailure('RETURN_POLICY_CHANGED')
    const { id } = await tx
      .insertInto('return_policies')
      .values({
        version: version + 1,
        // Later than the start of the previous version, even if the clock was set back.
        starts_at: sql<Date>`greatest(clock_timestamp(),
          (select max(starts_at) from return_policies) + interval '1 microsecond')`,
        ...toColumns(terms),
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(tx, actor, {
      action: 'return-policy.change',
      subjectType: 'return-policy',
      subjectId: id,
      before: { version, ...seen },
      after: { version: version + 1, ...terms },
    })
    return findPolicy(tx)
  })
}
