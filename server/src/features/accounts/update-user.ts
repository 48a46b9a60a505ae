import {
  adminEmailIsOwn,
  emailNeedsPassword,
  type updateUserBody,
} from '@raahi/contract/update-user'
import type { User } from '@raahi/contract/users'
import type { z } from 'zod'
import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { type Caller, checkOwnerOrAdmin } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import { mailConfirmation } from '../auth/public/confirm-email.ts'
import { emailChangeRequestedMail } from '../auth/public/confirmation-mails.ts'
import {
  dropPendingEmail,
  limitConfirmations,
  setPendingEmail,
} from '../auth/public/email-confirmations.queries.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { revokeResets } from '../auth/public/password-resets.queries.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { lockRulesOfAgent, pauseRules } from '../automatic-buying/public/rules.queries.ts'
import { checkInvoiceTexts } from '../users/public/check-invoice-texts.ts'
import { lockAgencyOf } from '../users/public/lock-agency.ts'
import { rejectTakenKeys, rejectUniqueViolation } from '../users/public/reject-taken-keys.ts'
import { emailChangedMail } from '../users/public/user-mails.ts'
import { toUser } from '../users/public/user-response.ts'
import { findRecipient, findUser, type UserRow } from '../users/public/users.queries.ts'

export type UserChanges = Omit<z.output<typeof updateUserBody>, 'userId'>

interface Deps {
  database: Database
  config: Config
  queueMail: QueueMail
  passwords: Passwords
}

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
 * Updates a user. Agents can update only their own account, admins any account. The company, its place and its billing details
 * belong to the agency, and only its owner and admins change them. A change of the caller's email needs
 * the password and stays pending until the new address is confirmed. The email of another admin cannot be changed: with
 * its mails, one admin would act as two. An admin's change of an agent's email
 * takes effect immediately and is unconfirmed: it ends all sessions, codes and tickets of the account, and the old
 * address is notified if it was confirmed.
 * @throws ApiFailure FORBIDDEN; USER_NOT_FOUND, also for another agent's id; EMAIL_TAKEN, PHONE_TAKEN; VALIDATION_FAILED without
 * the password, CURRENT_PASSWORD_WRONG, TOO_MANY_REQUESTS
 */
export async function updateUser(
  deps: Deps,
  by: { caller: Caller; actor: Actor },
  userId: string,
  changes: UserChanges,
): Promise<User> {
  const { caller } = by
  checkOwnerOrAdmin(caller, userId)
  checkAgencyFields(caller, changes)
  const isOwn = caller.userId === userId
  const newEmail = isOwn ? await findNewEmail(deps, caller, changes) : undefined
  try {
    return await withTransaction(deps.database, async (tx) => {
      if (!isOwn) await stopBuyingUnderOldEmail(tx, userId, changes.email)
      const agencyId = await lockAgencyOf(tx, userId)
      const row = await lockUser(tx, userId, changes.phone)
      if (!row) throw new ApiFailure('USER_NOT_FOUND')
      // The user was suspended while this request waited for the row.
      if (isOwn && row.status !== 'active') {
        throw new ApiFailure('UNAUTHENTICATED')
      }
      const before = profileOf(row)
      const after = mergeChanges(before, changes)
      if (!isOwn && row.role === 'admin' && after.email !== before.email) {
        throw validationFailure({ email: adminEmailIsOwn })
      }
      checkInvoiceTexts(after, before)
      await rejectTakenKeys(tx, after, userId)
      // The caller's email changes only by a confirmation, which may have happened since the request was read.
      if (isOwn && after.email !== before.email) after.email = before.email
      await writeProfile(tx, by.actor, { userId, agencyId, before, after })
      if (newEmail) await requestNewEmail(tx, deps, row, newEmail)
      if (after.email !== before.email) await replaceEmail(tx, deps, row, after.email)
      const user = await findUser(tx, userId)
      if (!user) throw new Error('the changed user was not found')
      return toUser(user, caller.role)
    })
  } catch (error) {
    await rejectUniqueViolation(deps.database.kysely, error, changes, userId)
    throw error
  }
}

/**
 * Checks the password of a caller who changes the account's email, and applies the rate limit of confirmation mails.
 * @returns the new email; undefined if it is the same
 */
async function findNewEmail(
  deps: Deps,
  caller: Caller,
  { email, phone, password }: UserChanges,
): Promise<string | undefined> {
  const { email: present } = await findRecipient(deps.database.kysely, caller.userId)
  if (email === present) return undefined
  if (!password) throw validationFailure({ password: emailNeedsPassword })
  await checkOwnPassword(deps, caller, password).catch((error) => {
    const isWrong = error instanceof ApiFailure && error.code === 'CURRENT_PASSWORD_WRONG'
    if (!isWrong) throw error
    throw new ApiFailure(error.code, { fieldErrors: { password: error.message } })
  })
  await rejectTakenKeys(deps.database.kysely, { email, phone }, caller.userId)
  await limitConfirmations(deps.database, { userId: caller.userId, email, isPending: true })
  return email
}

async function requestNewEmail(
  tx: Transaction,
  deps: Deps,
  user: UserRow,
  email: string,
): Promise<void> {
  await setPendingEmail(tx, { userId: user.id, email })
  await mailConfirmation(tx, deps, user, email)
  if (user.email_confirmed_at) {
    await deps.queueMail(tx, emailChangeRequestedMail(recipientOf(user), deps.config.publicUrl))
  }
}

/**
 * Pauses the rules of an agency if an admin replaces the email of its owner, because the mails about automatic purchases, which have a
 * link that pauses the rule, must reach a confirmed address. Runs before the user is locked, as in a suspension.
 */
async function stopBuyingUnderOldEmail(
  tx: Transaction,
  userId: string,
  email: string,
): Promise<void> {
  const user = await findUser(tx, userId)
  if (user?.agent_role !== 'owner' || !user.agency_id || user.email === email) return
  await lockRulesOfAgent(tx, user.agency_id)
  await pauseRules(tx, { userId: user.agency_id }, 'email')
}

/** Replaces the email with a new, unconfirmed one. */
async function replaceEmail(
  tx: Transaction,
  deps: Deps,
  before: UserRow,
  email: string,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_confirmed_at: null })
    .where('id', '=', before.id)
    .execute()
  await dropPendingEmail(tx, before.id)
  await revokeResets(tx, before.id)
  await endSessionsOfUser(tx, before.id)
  await mailConfirmation(tx, deps, { ...before, email, email_confirmed_at: null })
  if (before.email_confirmed_at) {
    await deps.queueMail(tx, emailChangedMail(recipientOf(before), email, deps.config.publicUrl))
  }
}

/**
 * Locks the user's row against other changes. The lock does not block foreign key checks, because a purchase that holds
 * the wallet needs one and must not wait. A new phone number changes a key column, which needs a stronger lock. That
 * lock is taken here, because at the write it could deadlock with transactions that reference the row and then lock it.
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

/**
 * Merges the changes into the profile. Omitted fields do not change. A blank clears city, GSTIN, billing state and
 * billing address. A GSTIN determines the billing state.
 */
function mergeChanges(before: Profile, changes: UserChanges): Profile {
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

const agencyFields = ['companyName', 'city', 'gstin', 'billingState', 'billingAddress'] as const

/** @throws ApiFailure FORBIDDEN for a member that names fields of the agency */
function checkAgencyFields({ agentRole }: Caller, changes: UserChanges): void {
  if (agentRole === null || agentRole === 'owner') return
  if (agencyFields.some((field) => changes[field] !== undefined)) throw new ApiFailure('FORBIDDEN')
}

/** Writes and records the differences, if any. */
async function writeProfile(
  tx: Transaction,
  actor: Actor,
  {
    userId,
    agencyId,
    before,
    after,
  }: { userId: string; agencyId: string; before: Profile; after: Profile },
): Promise<void> {
  const fields = (Object.keys(after) as (keyof Profile)[]).filter(
    (field) => after[field] !== before[field],
  )
  if (fields.length === 0) return
  const person = { name: after.name, email: after.email, phone: after.phone }
  const agency = {
    city: after.city,
    company_name: after.companyName,
    gstin: after.gstin,
    billing_state: after.billingState,
    billing_address: after.billingAddress,
  }
  const write = (id: string, values: Partial<typeof person & typeof agency>) =>
    tx.updateTable('users').set(values).where('id', '=', id).execute()
  if (agencyId === userId) await write(userId, { ...person, ...agency })
  else {
    await write(userId, person)
    await write(agencyId, agency)
  }
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
