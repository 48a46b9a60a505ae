import { paiseFromRupees } from '@raahi/contract/money'
import type { changeSettings as changeSettingsEndpoint, Settings } from '@raahi/contract/settings'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { findApprovalLimit, findSettings, lockSettings } from './public/settings.queries.ts'

/**
 * Changes the settings that the admin has seen. No purchase is committed under the earlier settings after the response.
 * A repeated call with the present values changes and records nothing.
 * @throws ApiFailure SETTINGS_CHANGED if another admin changed them meanwhile; APPROVAL_NEEDS_TWO_ADMINS
 */
export async function changeSettings(
  database: Database,
  actor: Actor,
  { version, ...changes }: z.output<typeof changeSettingsEndpoint.body>,
): Promise<Settings> {
  return withTransaction(database, async (tx) => {
    await lockSettings(tx)
    const before = await findSettings(tx)
    if (before.version !== version) throw new ApiFailure('SETTINGS_CHANGED')
    const { buyingNeedsKyc = before.buyingNeedsKyc, accountantEmail = before.accountantEmail } =
      changes
    const isNewEmail = accountantEmail !== before.accountantEmail
    const { approvalAbove: approvalPaise = paiseOf(before.approvalAbove) } = changes
    const isNewLimit = approvalPaise !== paiseOf(before.approvalAbove)
    if (buyingNeedsKyc === before.buyingNeedsKyc && !isNewEmail && !isNewLimit) return before
    if (isNewLimit && approvalPaise !== null) await requireTwoAdmins(tx)
    const { id } = await tx
      .updateTable('settings')
      .set({
        version: version + 1,
        buying_needs_kyc: buyingNeedsKyc,
        accountant_email: accountantEmail,
        accountant_since: accountantEmail
          ? sql<string>`coalesce(accountant_since, day_in_india(clock_timestamp()))`
          : null,
        approval_above_paise: approvalPaise,
        ...(isNewLimit && (await keptLimit(tx, approvalPaise))),
        changed_at: sql<Date>`clock_timestamp()`,
        changed_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(tx, actor, {
      action: 'settings.change',
      subjectType: 'settings',
      subjectId: id,
      before: {
        version,
        buyingNeedsKyc: before.buyingNeedsKyc,
        ...(isNewEmail && { accountantEmail: before.accountantEmail }),
        ...(isNewLimit && { approvalAbovePaise: paiseOf(before.approvalAbove) }),
      },
      after: {
        version: version + 1,
        buyingNeedsKyc,
        ...(isNewEmail && { accountantEmail }),
        ...(isNewLimit && { approvalAbovePaise: approvalPaise }),
      },
    })
    return findSettings(tx)
  })
}

function paiseOf(rupees: number | null): number | null {
  return rupees === null ? null : paiseFromRupees(rupees)
}

/** The present limit, which stays in force for a day if it is raised or removed. */
async function keptLimit(tx: Transaction, next: number | null) {
  const present = await findApprovalLimit(tx)
  if (present === null || (next !== null && next <= present)) return {}
  return {
    approval_kept_paise: present,
    approval_kept_until: sql<Date>`clock_timestamp() + interval '24 hours'`,
  }
}

/** With one admin, requests would wait until they expire. */
async function requireTwoAdmins(tx: Transaction): Promise<void> {
  const { rows } = await sql`select from users
    where role = 'admin' and status = 'active' and 'money' = any(rights) limit 2`.execute(tx)
  if (rows.length < 2) throw new ApiFailure('APPROVAL_NEEDS_TWO_ADMINS')
}
