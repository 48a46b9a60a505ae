import type { InvitedRole } from '@raahi/contract/agency-roles'
import type { Member } from '@raahi/contract/members'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { requireOwner } from '../users/public/lock-agency.ts'
import { handedOverMail } from './member-mails.ts'
import { type LockedMember, lockMember, readMember } from './members.queries.ts'
import { endAccessOfMember, pauseRulesOfMember } from './public/end-orders.ts'

interface OwnCall {
  caller: Caller
  actor: Actor
}

interface MemberChanges {
  role: InvitedRole
  /** In paise. */
  dailyLimit: number | null
  suspended: boolean
}

/**
 * Sets what a member may do. A suspension and another role end the sessions of the member, so that no open screen shows
 * more than the role allows. A suspension and the role of a caller also revoke the keys that the member made and pause the
 * rules and webhooks of the member. After the response no purchase of a suspended member can commit. A repeated call changes nothing.
 * @throws ApiFailure MEMBER_NOT_FOUND, also for a member of another agency; OWNER_NOT_CHANGED; FORBIDDEN if the caller is not the owner any more
 */
export async function updateMember(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  { caller, actor }: OwnCall,
  id: string,
  { role, dailyLimit, suspended }: MemberChanges,
): Promise<Member> {
  const { agencyId } = caller
  return withTransaction(deps.database, async (tx) => {
    // A caller buys nothing, and reads only the leads that are assigned to it.
    const endsOrders = suspended || role === 'caller'
    if (endsOrders) await pauseRulesOfMember(tx, agencyId, id)
    await requireOwner(tx, caller)
    const present = await lockMember(tx, agencyId, id)
    if (present.agent_role === 'owner') throw new ApiFailure('OWNER_NOT_CHANGED')
    const before = stateOf(present)
    const after = { role, dailyLimitPaise: dailyLimit, suspended }
    if (JSON.stringify(before) === JSON.stringify(after)) return readMember(tx, agencyId, id)
    await tx
      .updateTable('users')
      .set({
        agent_role: role,
        daily_limit_paise: dailyLimit,
        ...(suspended !== before.suspended && {
          member_suspended_at: suspended ? sql<Date>`now()` : null,
        }),
        ...(role !== before.role && { role_shown_at: null }),
      })
      .where('id', '=', id)
      .execute()
    if (suspended || role !== before.role) await endSessionsOfUser(tx, id)
    if (endsOrders) await endAccessOfMember(tx, deps, id)
    await recordAction(tx, actor, {
      action: 'member.update',
      subjectType: 'user',
      subjectId: id,
      before,
      after,
    })
    return readMember(tx, agencyId, id)
  })
}

const stateOf = (member: LockedMember) => ({
  role: member.agent_role,
  dailyLimitPaise: member.daily_limit_paise,
  suspended: member.member_suspended_at !== null,
})

/**
 * Makes another member the owner. The present owner becomes a buyer without a limit. The password is required, because a
 * stolen session alone must not take the agency.
 * @throws ApiFailure MEMBER_NOT_FOUND, also for a member of another agency; OWNER_NOT_CHANGED for the owner;
 * MEMBER_SUSPENDED; CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS; UNAUTHENTICATED if the caller is not the owner any more
 */
export async function handOverAgency(
  deps: { database: Database; passwords: Passwords; queueMail: QueueMail; publicUrl: string },
  { caller, actor }: OwnCall,
  id: string,
  password: string,
): Promise<void> {
  await readMember(deps.database.kysely, caller.agencyId, id)
  const { name } = await checkOwnPassword(deps, caller, password, 'password')
  await withTransaction(deps.database, async (tx) => {
    const next = await lockMember(tx, caller.agencyId, id)
    if (next.agent_role === 'owner') throw new ApiFailure('OWNER_NOT_CHANGED')
    if (next.member_suspended_at) throw new ApiFailure('MEMBER_SUSPENDED')
    // The agency is locked, so of concurrent calls the second finds another owner.
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ agent_role: 'buyer', role_shown_at: sql<Date>`now()` })
      .where('id', '=', caller.userId)
      .where('agent_role', '=', 'owner')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiFailure('UNAUTHENTICATED')
    await tx
      .updateTable('users')
      .set({ agent_role: 'owner', daily_limit_paise: null })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, actor, {
      action: 'member.hand-over',
      subjectType: 'user',
      subjectId: id,
      before: { ownerId: caller.userId },
      after: { ownerId: id },
    })
    await deps.queueMail(tx, handedOverMail(recipientOf(next), name, deps.publicUrl))
  })
}
