import { rupeesFromPaise } from '@raahi/contract/money'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { rechargeMail } from './wallet-mails.ts'

/**
 * Credits cash that an admin received to an agent's wallet, as a deposit and not as revenue. The agent gets a mail.
 * @returns the new balance in rupees, and the id of the transaction
 * @throws ApiFailure USER_NOT_FOUND if the agent does not exist; WALLET_LIMIT_EXCEEDED
 */
export async function rechargeWallet(
  {
    database,
    queueMail,
    publicUrl,
  }: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  recharge: {
    userId: string
    amountPaise: number
    reference: string | undefined
    note: string | undefined
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: { wallet: number; transactionId: string }; replayed: boolean }> {
  const { userId, amountPaise, reference, note } = recharge
  return withIdempotency(database, recharge.idempotency, async (tx) => {
    const agent = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .whereRef('agency_id', '=', 'id')
      .executeTakeFirst()
    if (!agent) throw new ApiFailure('USER_NOT_FOUND')
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
      after: { walletPaise, amountPaise, entryId, reference, note },
    })
    const credit = { amountPaise, walletPaise: walletPaise ?? 0, reference, note }
    await queueMail(tx, rechargeMail(await findOwnerOf(tx, userId), credit, publicUrl))
    return { wallet: rupeesFromPaise(walletPaise ?? 0), transactionId: entryId }
  })
}
