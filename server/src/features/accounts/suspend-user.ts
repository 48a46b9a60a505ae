import type { AgentRole } from '@raahi/contract/agency-roles'
import { type Role, type User, type UserStatus, userStates } from '@raahi/contract/users'
import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { lockRulesOfAgent, pauseRules } from '../automatic-buying/public/rules.queries.ts'
import { endAccessOfMember, pauseRulesOfMember } from '../members/public/end-orders.ts'
import { mailReassignedAppeals } from '../replacements/public/mail-request.ts'
import { isEndedDemoAccount } from '../trial/public/demo-records.ts'
import { lockAgencyOf } from '../users/public/lock-agency.ts'
import { reactivatedMail, suspendedMail } from '../users/public/user-mails.ts'
import { toUser } from '../users/public/user-response.ts'
import { findRecipient, findUser } from '../users/public/users.queries.ts'
import { checkMayChangeAdmins, lockAdmins } from './public/lock-admins.ts'

const statusMails = { suspended: suspendedMail, active: reactivatedMail }

/**
 * Suspends or reactivates a user, and mails the user. After the response no transaction of a suspended user can commit:
 * running purchases are complete, and later ones find the user suspended. A repeated call changes, records and mails
 * nothing. A member keeps neither its keys nor running rules and webhooks.
 * @throws ApiFailure USER_NOT_FOUND, OWN_ACCOUNT_NOT_SUSPENDED, LAST_ADMIN_NOT_SUSPENDED, DEMO_ACCOUNT_STAYS_SUSPENDED, OWNER_NOT_CHANGED
 * for the owner of an agency that another member founded;
 * UNAUTHENTICATED or FORBIDDEN if the calling admin was suspended or lost the right meanwhile
 */
export async function suspendUser(
  deps: { database: Database; config: Config; queueMail: QueueMail },
  actor: Actor,
  userId: string,
  status: UserStatus,
): Promise<User> {
  if (status === 'suspended' && userId === actor.userId) {
    throw new ApiFailure('OWN_ACCOUNT_NOT_SUSPENDED')
  }
  return withTransaction(deps.database, async (tx) => {
    const { role, agency_id: agencyId } = (await findPlace(tx, userId)) ?? {}
    const isMember = agencyId !== undefined && agencyId !== null && agencyId !== userId
    if (role === 'admin') await lockForChange(tx, actor.userId, { userId, status })
    if (status === 'suspended') {
      if (isMember) await pauseRulesOfMember(tx, agencyId, userId)
      else await stopAutomaticBuying(tx, userId)
    }
    const locked = await lockUser(tx, userId)
    if (!locked) throw new ApiFailure('USER_NOT_FOUND')
    const before = locked.status
    if (status === 'suspended' && isMember) {
      if (locked.agent_role === 'owner') throw ownerStays()
      const { publicUrl } = deps.config
      await endAccessOfMember(tx, { queueMail: deps.queueMail, publicUrl }, userId)
    }
    if (before !== status) {
      await changeStatus(tx, actor, { userId, before, after: status })
      const { publicUrl } = deps.config
      await deps.queueMail(tx, statusMails[status](await findRecipient(tx, userId), publicUrl))
      if (role === 'admin') {
        await mailReassignedAppeals(tx, { queueMail: deps.queueMail, publicUrl }, userId)
      }
    }
    const user = await findUser(tx, userId)
    if (!user) throw new Error('the locked user was not found')
    return toUser(user, 'admin')
  })
}

/** An agency always has an owner who can sign in. The account of its founder is that of the agency. */
const ownerStays = () =>
  new ApiFailure('OWNER_NOT_CHANGED', {
    message: 'This person owns the agency. Suspend the account of the agency instead.',
  })

async function findPlace(
  tx: Transaction,
  userId: string,
): Promise<{ role: Role; agency_id: string | null } | undefined> {
  return tx
    .selectFrom('users')
    .select(['role', 'agency_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/**
 * Pauses the rules of the user, so that a reactivation does not spend money. Must run before the wallet is locked,
 * because automatic buying locks its rule first and then the wallet.
 */
async function stopAutomaticBuying(tx: Transaction, userId: string): Promise<void> {
  await lockRulesOfAgent(tx, userId)
  await pauseRules(tx, { userId }, 'suspension')
}

/** Locks the admins for the suspension or reactivation of one of them. */
async function lockForChange(
  tx: Transaction,
  actorId: string,
  { userId, status }: { userId: string; status: UserStatus },
): Promise<void> {
  const admins = await lockAdmins(tx)
  const isLast = admins.length === 1 && admins[0]?.id === userId
  if (isLast && status === 'suspended') throw new ApiFailure('LAST_ADMIN_NOT_SUSPENDED')
  checkMayChangeAdmins(admins, actorId)
}

/**
 * Locks the agency and then the user. A purchase locks the agency and checks both until it commits.
 * @returns the present state; undefined if the user does not exist
 */
async function lockUser(
  tx: Transaction,
  userId: string,
): Promise<{ status: UserStatus; agent_role: AgentRole | null } | undefined> {
  await lockAgencyOf(tx, userId)
  return tx
    .selectFrom('users')
    .select(['status', 'agent_role'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Ends the sessions of a user, and of the members of the agency that the user founded. */
async function endSessionsOfAgency(tx: Transaction, userId: string): Promise<void> {
  const members = await tx
    .selectFrom('users')
    .select('id')
    .where('agency_id', '=', userId)
    .where('id', '<>', userId)
    .orderBy('id')
    .execute()
  for (const { id } of [{ id: userId }, ...members]) await endSessionsOfUser(tx, id)
}

async function changeStatus(
  tx: Transaction,
  actor: Actor,
  { userId, before, after }: { userId: string; before: UserStatus; after: UserStatus },
): Promise<void> {
  if (!(Object.values(userStates[before]) as UserStatus[]).includes(after)) {
    throw new Error(`invalid change of the user status from ${before} to ${after}`)
  }
  await tx.updateTable('users').set({ status: after }).where('id', '=', userId).execute()
  if (after === 'suspended') await endSessionsOfAgency(tx, userId)
  if (after === 'active' && (await isEndedDemoAccount(tx, userId))) {
    throw new ApiFailure('DEMO_ACCOUNT_STAYS_SUSPENDED')
  }
  await recordAction(tx, actor, {
    action: after === 'suspended' ? 'user.suspend' : 'user.reactivate',
    subjectType: 'user',
    subjectId: userId,
    before: { status: before },
    after: { status: after },
  })
}
