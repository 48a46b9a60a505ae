import { randomBytes } from 'node:crypto'
import { type InvitedRole, invitationDays, maxMembers } from '@raahi/contract/agency-roles'
import type { Invitation, inviteBody } from '@raahi/contract/members'
import { rupeesFromPaise } from '@raahi/contract/money'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'
import { visitorRecipient } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { requireOwner } from '../users/public/lock-agency.ts'
import { rejectTakenKeys } from '../users/public/reject-taken-keys.ts'
import { invitationMail } from './member-mails.ts'

export const expiredInvitations: ExpiredRows = { member_invitations: 'expires_at < now()' }

interface InvitationRow {
  id: string
  email: string
  role: InvitedRole
  daily_limit_paise: number | null
  created_at: Date
  expires_at: Date
}

/** The open invitations of an agency, newest first. */
export async function findInvitations(db: Kysely<Schema>, agencyId: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('member_invitations')
    .select(['id', 'email', 'role', 'daily_limit_paise', 'created_at', 'expires_at'])
    .where('agency_id', '=', agencyId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toInvitation)
}

function toInvitation(row: InvitationRow): Invitation {
  const { daily_limit_paise: limit } = row
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    dailyLimit: limit === null ? null : rupeesFromPaise(limit),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

/**
 * Invites an email to an agency. Only the hash of the token in the link is stored. Another invitation of this email by the
 * agency stops working.
 * @throws ApiFailure EMAIL_TAKEN, MEMBER_LIMIT; FORBIDDEN if the caller is not the owner any more
 */
export async function inviteMember(
  deps: { database: Database; queueMail: QueueMail; publicUrl: string },
  { agencyId, actor }: { agencyId: string; actor: Actor },
  { email, role, dailyLimit = null }: z.output<typeof inviteBody>,
): Promise<Invitation> {
  const token = randomBytes(32).toString('base64url')
  return withTransaction(deps.database, async (tx) => {
    await requireOwner(tx, { userId: actor.userId, agencyId })
    await rejectTakenKeys(tx, { email })
    await tx
      .deleteFrom('member_invitations')
      .where('agency_id', '=', agencyId)
      .where('email', '=', email)
      .execute()
    await checkMemberLimit(tx, agencyId)
    const row = await tx
      .insertInto('member_invitations')
      .values({
        id: uuidv7(),
        agency_id: agencyId,
        invited_by: actor.userId,
        email,
        role,
        daily_limit_paise: dailyLimit,
        token_hash: hashToken(token),
        expires_at: sql<Date>`now() + make_interval(days => ${invitationDays}::integer)`,
      })
      .returning(['id', 'email', 'role', 'daily_limit_paise', 'created_at', 'expires_at'])
      .executeTakeFirstOrThrow()
    await recordAction(tx, actor, {
      action: 'member.invite',
      subjectType: 'user',
      subjectId: agencyId,
      after: { email, role, dailyLimitPaise: dailyLimit },
    })
    const link = { token, role }
    await deps.queueMail(tx, invitationMail(visitorRecipient(email), link, deps.publicUrl))
    return toInvitation(row)
  })
}

/** @throws ApiFailure MEMBER_LIMIT if one more person would be too many */
async function checkMemberLimit(tx: Transaction, agencyId: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from users where agency_id = ${agencyId})::integer
      + (select count(*) from member_invitations
        where agency_id = ${agencyId} and expires_at > now())::integer as n`.execute(tx)
  if ((rows[0]?.n ?? 0) >= maxMembers) throw new ApiFailure('MEMBER_LIMIT')
}

/** @throws ApiFailure INVITATION_NOT_FOUND, also for an invitation of another agency */
export async function withdrawInvitation(
  database: Database,
  { agencyId, actor }: { agencyId: string; actor: Actor },
  id: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    await requireOwner(tx, { userId: actor.userId, agencyId })
    const withdrawn = await tx
      .deleteFrom('member_invitations')
      .where('id', '=', id)
      .where('agency_id', '=', agencyId)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!withdrawn) throw new ApiFailure('INVITATION_NOT_FOUND')
    await recordAction(tx, actor, {
      action: 'member.withdraw-invitation',
      subjectType: 'user',
      subjectId: agencyId,
      before: withdrawn,
    })
  })
}
