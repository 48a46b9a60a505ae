import type { StaffRight } from '@raahi/contract/staff-rights'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'

interface LockedAdmin {
  id: string
  rights: StaffRight[] | null
}

/**
 * Locks all active admins in the order of their ids, before an admin is suspended, reactivated or gets other rights. If two
 * admins do this to each other concurrently, the second request waits here and then fails in `checkMayChangeAdmins`. New
 * appeals take share locks on the same rows, so they are either committed and visible, or wait.
 */
export async function lockAdmins(tx: Transaction): Promise<LockedAdmin[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'rights'])
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Checks the acting admin again under the lock. Admins change only others, so one with `settings` always remains.
 * @throws ApiFailure UNAUTHENTICATED or FORBIDDEN if the acting admin was suspended or lost the right meanwhile
 */
export function checkMayChangeAdmins(admins: readonly LockedAdmin[], actorId: string): void {
  const actor = admins.find(({ id }) => id === actorId)
  if (!actor) throw new ApiFailure('UNAUTHENTICATED')
  if (!actor.rights?.includes('settings')) throw new ApiFailure('FORBIDDEN')
}
