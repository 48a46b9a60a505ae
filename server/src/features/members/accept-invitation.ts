import type { acceptBody } from '@raahi/contract/members'
import { rupeesFromPaise } from '@raahi/contract/money'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { refuseCommonPassword } from '../auth/public/common-passwords.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { checkInvoiceTexts } from '../users/public/check-invoice-texts.ts'
import { rejectTakenKeys, rejectUniqueViolation } from '../users/public/reject-taken-keys.ts'

function openInvitations({ kysely }: Pick<Database, 'kysely'>, token: string) {
  return kysely
    .selectFrom('member_invitations as i')
    .innerJoin('users as agency', 'agency.id', 'i.agency_id')
    .select(['i.id', 'i.agency_id', 'i.email', 'i.role', 'i.daily_limit_paise'])
    .select('agency.company_name')
    .where('i.token_hash', '=', hashToken(token))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('agency.status', '=', 'active')
}

/** @throws ApiFailure INVITATION_ENDED, also for an unknown token and an invitation of a suspended agency */
export async function readInvitation(database: Database, token: string) {
  const found = await openInvitations(database, token).executeTakeFirst()
  if (!found) throw new ApiFailure('INVITATION_ENDED')
  const { daily_limit_paise: limit } = found
  return {
    companyName: found.company_name,
    email: found.email,
    role: found.role,
    dailyLimit: limit === null ? null : rupeesFromPaise(limit),
  }
}

/**
 * Creates the account of an invited person. The email is that of the invitation, and the link has proved it. Of concurrent
 * requests, one takes the invitation.
 * @throws ApiFailure INVITATION_ENDED; VALIDATION_FAILED for a common password or a name that documents cannot show;
 * EMAIL_TAKEN, PHONE_TAKEN; SERVICE_UNAVAILABLE if the server is overloaded
 */
export async function acceptInvitation(
  deps: { database: Database; config: Config; passwords: Passwords },
  { token, name, phone, password }: z.output<typeof acceptBody>,
  request: Omit<Actor, 'userId'>,
): Promise<{ email: string }> {
  const { database } = deps
  refuseCommonPassword(deps.config, 'password', password)
  checkInvoiceTexts({ name })
  const { email } = await readInvitation(database, token)
  await rejectTakenKeys(database.kysely, { email, phone })
  const passwordHash = await deps.passwords.hash(password)
  const id = uuidv7()
  try {
    await withTransaction(database, async (tx) => {
      const invitation = await openInvitations({ kysely: tx }, token)
        .forUpdate('i')
        .executeTakeFirst()
      if (!invitation) throw new ApiFailure('INVITATION_ENDED')
      await tx.deleteFrom('member_invitations').where('id', '=', invitation.id).execute()
      const { role, agency_id: agencyId, daily_limit_paise: limit } = invitation
      await tx
        .insertInto('users')
        .values({
          id,
          name,
          phone,
          email,
          email_confirmed_at: sql<Date>`now()`,
          password_hash: passwordHash,
          company_name: invitation.company_name,
          role: 'user',
          agency_id: agencyId,
          agent_role: role,
          daily_limit_paise: limit,
        })
        .execute()
      const actor = { ...request, userId: id }
      await recordAction(tx, actor, {
        action: 'member.join',
        subjectType: 'user',
        subjectId: id,
        after: { name, email, phone, role, agencyId, dailyLimitPaise: limit },
      })
    })
  } catch (error) {
    await rejectUniqueViolation(database.kysely, error, { email, phone })
    throw error
  }
  return { email }
}
