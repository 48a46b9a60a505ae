import type { updateUserBody } from '@raahi/contract/update-user'
import type { User } from '@raahi/contract/users'
import type { z } from 'zod'
import { type Actor, recordAction } from '../audit-log/record-action.ts'
import { endResets } from '../auth/password-resets.queries.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { type Transaction, withTransaction } from '../database/transaction.ts'
import type { Caller } from '../http/caller.ts'
import { ApiFailure } from '../http/failure.ts'
import { recipientOf } from '../mail/address-mail.ts'
import type { QueueMail } from '../mail/mail.ts'
import { endSessionsOfUser } from '../sessions/end-sessions.ts'
import { refuseTaken, refuseTakenMeanwhile } from './refuse-taken.ts'
import { emailChangedMail } from './user-mails.ts'
import { toUser } from './user-wire.ts'
import { findUser, type UserRow } from './users.queries.ts'

export type UserChanges = Omit<z.output<typeof updateUserBody>, 'userId'>

interface Profile {
  name: string
  email: string
  phone: string | null
  city: string | null
  companyName: string
  gstin: string | null
  billingState: string | null
  billingAddress: string | null
}

/**
 * Changes a user: oneself, or anyone for an admin. A changed email is told to the old address and ends the sessions
 * other than the caller's own, and so do codes and tickets to reset the password that the old address was sent.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id; EMAIL_TAKEN, PHONE_TAKEN
 */
export async function updateUser(
  deps: { database: Database; config: Config; queueMail: QueueMail },
  by: { caller: Caller; actor: Actor },
  userId: string,
  changes: UserChanges,
): Promise<User> {
  const { caller } = by
  if (caller.role !== 'admin' && caller.userId !== userId) throw new ApiFailure('USER_NOT_FOUND')
  try {
    return await withTransaction(deps.database, async (tx) => {
      const row = await lockUser(tx, userId, changes.phone)
      if (!row) throw new ApiFailure('USER_NOT_FOUND')
      // Suspended while this waited for the row.
      if (caller.userId === userId && row.status !== 'active') {
        throw new ApiFailure('UNAUTHENTICATED')
      }
      const before = profileOf(row)
      const after = changed(before, changes)
      await refuseTaken(tx, after, userId)
      await writeProfile(tx, by.actor, { userId, before, after })
      if (after.email.toLowerCase() !== before.email.toLowerCase()) {
        await endResets(tx, userId)
        await endSessionsOfUser(tx, userId, caller.sessionId)
        await deps.queueMail(
          tx,
          emailChangedMail(recipientOf(row), after.email, deps.config.publicUrl),
        )
      }
      const user = await findUser(tx, userId)
      if (!user) throw new Error('a user just changed is there')
      return toUser(user, caller.role)
    })
  } catch (error) {
    await refuseTakenMeanwhile(deps.database.kysely, error, changes, userId)
    throw error
  }
}

/**
 * The user, whose row others who change it wait for. The lock leaves the keys of the row free: a purchase refers to them
 * while it holds the wallet, and must not wait. A new phone, which is a key, takes them at once: taken only when it is
 * written, they would be waited for by whoever holds the row, in a circle with those who refer to it and then want it.
 */
async function lockUser(
  tx: Transaction,
  id: string,
  phone: string | null | undefined,
): Promise<UserRow | undefined> {
  const row = tx.selectFrom('users').select('phone').where('id', '=', id)
  const before = await row.executeTakeFirst()
  const hasNewPhone = phone && before && phone !== before.phone
  await (hasNewPhone ? row.forUpdate() : row.forNoKeyUpdate()).execute()
  return findUser(tx, id)
}

const profileOf = (row: UserRow): Profile => ({
  name: row.name,
  email: row.email,
  phone: row.phone,
  city: row.city,
  companyName: row.company_name,
  gstin: row.gstin,
  billingState: row.billing_state,
  billingAddress: row.billing_address,
})

/** Phone and company stay where nothing is given for them; the others are emptied by a blank. A GSTIN has its state. */
function changed(before: Profile, changes: UserChanges): Profile {
  const given = <T>(change: T | undefined, present: T) =>
    change === undefined ? present : change || null
  const gstin = given(changes.gstin, before.gstin)
  return {
    name: changes.name,
    email: changes.email,
    phone: changes.phone ?? before.phone,
    city: given(changes.city, before.city),
    companyName: changes.companyName ?? before.companyName,
    gstin,
    billingState: gstin?.slice(0, 2) ?? given(changes.billingState, before.billingState),
    billingAddress: given(changes.billingAddress, before.billingAddress),
  }
}

/** Writes and records what differs; nothing where nothing does. */
async function writeProfile(
  tx: Transaction,
  actor: Actor,
  { userId, before, after }: { userId: string; before: Profile; after: Profile },
): Promise<void> {
  const fields = (Object.keys(after) as (keyof Profile)[]).filter(
    (field) => after[field] !== before[field],
  )
  if (fields.length === 0) return
  await tx
    .updateTable('users')
    .set({
      name: after.name,
      email: after.email,
      phone: after.phone,
      city: after.city,
      company_name: after.companyName,
      gstin: after.gstin,
      billing_state: after.billingState,
      billing_address: after.billingAddress,
    })
    .where('id', '=', userId)
    .execute()
  const only = (profile: Profile) =>
    Object.fromEntries(fields.map((field) => [field, profile[field]]))
  await recordAction(tx, actor, {
    action: 'user.update',
    subjectType: 'user',
    subjectId: userId,
    before: only(before),
    after: only(after),
  })
}
