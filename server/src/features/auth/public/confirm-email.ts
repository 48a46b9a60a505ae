import { sql } from 'kysely'
import type { Config } from '../../../config/index.ts'
import { type Actor, recordAction } from '../../../platform/audit-log/record-action.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { recipientOf } from '../../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { rejectTakenKeys, rejectUniqueViolation } from '../../users/public/reject-taken-keys.ts'
import { emailChangedMail } from '../../users/public/user-mails.ts'
import { findUser, type UserRow } from '../../users/public/users.queries.ts'
import { confirmEmailMail, confirmNewEmailMail } from './confirmation-mails.ts'
import {
  createConfirmation,
  dropPendingEmail,
  findConfirmation,
  limitConfirmations,
} from './email-confirmations.queries.ts'
import { endSessionsOfUser } from './end-sessions.ts'
import { revokeResets } from './password-resets.queries.ts'

interface Deps {
  database: Database
  config: Config
  queueMail: QueueMail
}

interface ConfirmRequest extends Omit<Actor, 'userId'> {
  /** The session of this browser, if it is signed in. It continues when the email changes. */
  sessionId: string | undefined
}

/**
 * Confirms the address that a link was sent to. A pending email replaces the account's current email: the old address
 * is notified, its reset codes are revoked, and all other sessions end. Opening the link again returns the same result.
 * @returns the confirmed email
 * @throws ApiFailure CONFIRMATION_ENDED; EMAIL_TAKEN if another account has taken the pending email
 */
export async function confirmEmail(
  deps: Deps,
  token: string,
  { sessionId, ...request }: ConfirmRequest,
): Promise<string> {
  let wanted = ''
  try {
    return await withTransaction(deps.database, async (tx) => {
      const link = await findConfirmation(tx, token)
      const user = link && (await findUser(tx, link.userId))
      if (!user) throw new ApiFailure('CONFIRMATION_ENDED')
      wanted = link.email
      const actor = { ...request, userId: user.id }
      if (link.email === user.email) {
        await confirmPresentEmail(tx, actor, user)
        return user.email
      }
      if (link.email !== user.pending_email) throw new ApiFailure('CONFIRMATION_ENDED')
      await rejectTakenKeys(tx, { email: link.email }, user.id)
      await changeEmail(tx, deps, actor, { user, email: user.pending_email, sessionId })
      return user.pending_email
    })
  } catch (error) {
    await rejectUniqueViolation(deps.database.kysely, error, { email: wanted })
    throw error
  }
}

async function confirmPresentEmail(tx: Transaction, actor: Actor, user: UserRow): Promise<void> {
  if (user.email_confirmed_at) return
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute()
  await recordAction(tx, actor, {
    action: 'user.confirm-email',
    subjectType: 'user',
    subjectId: user.id,
    after: { email: user.email },
  })
}

async function changeEmail(
  tx: Transaction,
  { queueMail, config }: Deps,
  actor: Actor,
  { user, email, sessionId }: { user: UserRow; email: string; sessionId: string | undefined },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute()
  await dropPendingEmail(tx, user.id)
  await revokeResets(tx, user.id)
  await endSessionsOfUser(tx, user.id, sessionId)
  await recordAction(tx, actor, {
    action: 'user.update',
    subjectType: 'user',
    subjectId: user.id,
    before: { email: user.email },
    after: { email },
  })
  if (user.email_confirmed_at) {
    await queueMail(tx, emailChangedMail(recipientOf(user), email, config.publicUrl))
  }
}

/** Queues the mail with a confirmation link, to the pending or the current email of a user. */
export async function mailConfirmation(
  tx: Transaction,
  { queueMail, config }: Pick<Deps, 'queueMail' | 'config'>,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'email_confirmed_at'>,
  pendingEmail?: string,
): Promise<void> {
  const email = pendingEmail ?? user.email
  const token = await createConfirmation(tx, { userId: user.id, email })
  const link = { token, publicUrl: config.publicUrl }
  const mail = pendingEmail
    ? confirmNewEmailMail(pendingEmail, link)
    : confirmEmailMail(recipientOf(user), link)
  await queueMail(tx, mail)
}

/**
 * Sends another link to the pending email, or to the current email if none is pending.
 * @returns the address that the link is sent to
 * @throws ApiFailure EMAIL_ALREADY_CONFIRMED, TOO_MANY_REQUESTS
 */
export async function resendConfirmation(deps: Deps, userId: string): Promise<string> {
  const user = await findUser(deps.database.kysely, userId)
  if (!user) throw new ApiFailure('UNAUTHENTICATED')
  const pending = user.pending_email ?? undefined
  if (!pending && user.email_confirmed_at) throw new ApiFailure('EMAIL_ALREADY_CONFIRMED')
  const email = pending ?? user.email
  await limitConfirmations(deps.database, { userId, email, isPending: pending !== undefined })
  await withTransaction(deps.database, async (tx) => {
    await mailConfirmation(tx, deps, user, pending)
  })
  return email
}
