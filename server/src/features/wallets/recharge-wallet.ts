import { rupeesFromPaise } from '@raahi/contract/money'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { askForMoney, needsSecondAdmin } from '../money-requests/public/ask-for-money.ts'
import type { PrepareMoney } from '../money-requests/public/prepare-money.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { rechargeMail } from './wallet-mails.ts'

export interface RechargeDeps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

interface Recharge {
  userId: string
  amountPaise: number
  reference: string | undefined
  note: string | undefined
}

interface Answer {
  wallet: number
  transactionId: string | null
  requestId: string | null
}

/**
 * Credits cash that an admin received to an agent's wallet, as a deposit and not as revenue. The agent gets a mail. Without the
 * right `money`, or above the limit of the settings, a request for another admin is stored instead.
 * @returns the balance in rupees, and the id of the transaction or of the request
 * @throws ApiFailure USER_NOT_FOUND if the agent does not exist; WALLET_LIMIT_EXCEEDED
 */
export async function rechargeWallet(
  deps: RechargeDeps,
  { caller, actor }: { caller: Pick<Caller, 'role' | 'rights'>; actor: Actor },
  recharge: Recharge & { idempotency: IdempotentRequest | null },
): Promise<{ answer: Answer; replayed: boolean }> {
  const { userId, amountPaise, reference = null, note = null } = recharge
  return withIdempotency(deps.database, recharge.idempotency, async (tx) => {
    if (await needsSecondAdmin(tx, caller, amountPaise)) {
      const { balance_paise } = await findAgent(tx, userId)
      const asked = { userId, paymentId: null, amountPaise, reference, note }
      const requestId = await askForMoney(tx, actor, { kind: 'recharge', ...asked })
      return { wallet: rupeesFromPaise(balance_paise ?? 0), transactionId: null, requestId }
    }
    const { entryId, walletPaise } = await postRecharge(tx, deps, actor, recharge)
    return { wallet: rupeesFromPaise(walletPaise), transactionId: entryId, requestId: null }
  })
}

/** Prepares the recharge of an approved request. */
export function prepareRecharge(deps: RechargeDeps): PrepareMoney['recharge'] {
  return async (request) => (tx, actor) =>
    postRecharge(tx, deps, actor, {
      userId: request.user_id,
      amountPaise: request.amount_paise,
      reference: request.reference ?? undefined,
      note: request.note ?? undefined,
      askedBy: request.asked_by,
    })
}

/** @param recharge `askedBy`: the admin whose request the actor approves */
async function postRecharge(
  tx: Transaction,
  { queueMail, publicUrl }: RechargeDeps,
  actor: Actor,
  { userId, amountPaise, reference, note, askedBy }: Recharge & { askedBy?: string },
): Promise<{ entryId: string; walletPaise: number }> {
  await findAgent(tx, userId)
  const { entryId, walletPaise } = await postTransfer(tx, {
    from: accounts.cash,
    to: walletOf(userId),
    amountPaise,
    method: 'recharge_by_admin',
    status: 'captured',
    userId,
  })
  if (reference !== undefined || note !== undefined) {
    await tx
      .insertInto('recharge_details')
      .values({ entry_id: entryId, reference: reference ?? null, note: note ?? null })
      .execute()
  }
  await recordAction(tx, actor, {
    action: 'wallet.recharge',
    subjectType: 'wallet',
    subjectId: userId,
    // The transfer has locked the wallet, so no other transaction has changed it since.
    before: { walletPaise: (walletPaise ?? 0) - amountPaise },
    after: { walletPaise, amountPaise, entryId, reference, note, ...(askedBy && { askedBy }) },
  })
  const credit = { amountPaise, walletPaise: walletPaise ?? 0, reference, note }
  await queueMail(tx, rechargeMail(await findOwnerOf(tx, userId), credit, publicUrl))
  return { entryId, walletPaise: walletPaise ?? 0 }
}

/** @throws ApiFailure USER_NOT_FOUND */
async function findAgent(tx: Transaction, userId: string) {
  const agent = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.id')
    .select('balance_paise')
    .where('users.id', '=', userId)
    .whereRef('users.agency_id', '=', 'users.id')
    .executeTakeFirst()
  if (!agent) throw new ApiFailure('USER_NOT_FOUND')
  return agent
}
