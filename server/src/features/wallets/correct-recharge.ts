import { rupeesFromPaise } from '@raahi/contract/money'
import type { CorrectableRecharge } from '@raahi/contract/wallets'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findRecharge, leftPaise, lockRecharge } from './recharges.queries.ts'
import { correctionMail } from './wallet-mails.ts'

/**
 * A recharge with the amount that a correction can take back.
 * @throws ApiFailure RECHARGE_NOT_FOUND
 */
export async function getRecharge(database: Database, id: string): Promise<CorrectableRecharge> {
  const row = await findRecharge(database.kysely, id)
  return {
    _id: row.id,
    paymentId: row.payment_id,
    amount: rupeesFromPaise(row.amount_paise),
    corrected: rupeesFromPaise(row.corrected_paise),
    wallet: rupeesFromPaise(row.wallet_paise),
    maxAmount: rupeesFromPaise(Math.min(leftPaise(row), row.wallet_paise)),
    createdAt: row.created_at.toISOString(),
    user: { _id: row.user_id, name: row.name, email: row.email },
  }
}

/**
 * Takes back a recharge, whole or in part, from the wallet to the cash account: the reverse of the recharge. All
 * corrections of a recharge together take back at most its amount, and the balance never falls below zero. The agent
 * gets a mail.
 * @returns the new balance in rupees, and the id of the transaction
 * @throws ApiFailure RECHARGE_NOT_FOUND, CORRECTION_TOO_LARGE; a database error with the code
 * INSUFFICIENT_WALLET_BALANCE
 */
export async function correctRecharge(
  {
    database,
    queueMail,
    publicUrl,
  }: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  correction: {
    rechargeId: string
    amountPaise: number
    reason: string
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: { wallet: number; transactionId: string }; replayed: boolean }> {
  const { rechargeId, amountPaise, reason } = correction
  return withIdempotency(database, correction.idempotency, async (tx) => {
    const recharge = await lockRecharge(tx, rechargeId)
    if (amountPaise > leftPaise(recharge)) throw new ApiFailure('CORRECTION_TOO_LARGE')
    const userId = recharge.user_id
    const { entryId, walletPaise } = await postTransfer(tx, {
      from: walletOf(userId),
      to: accounts.cash,
      amountPaise,
      method: 'recharge_correction',
      status: 'captured',
      userId,
    })
    await tx
      .insertInto('recharge_corrections')
      .values({ entry_id: entryId, recharge_id: rechargeId })
      .execute()
    await tx
      .insertInto('recharge_details')
      .values({ entry_id: entryId, reference: null, note: reason })
      .execute()
    await recordAction(tx, actor, {
      action: 'wallet.correct',
      subjectType: 'wallet',
      subjectId: userId,
      before: { walletPaise: recharge.wallet_paise },
      after: { walletPaise, amountPaise, entryId, rechargeId, reason },
    })
    const debit = {
      amountPaise,
      walletPaise: walletPaise ?? 0,
      reason,
      rechargePaise: recharge.amount_paise,
      rechargeLabel: recharge.payment_id,
    }
    await queueMail(tx, correctionMail(recipientOf(recharge), debit, publicUrl))
    return { wallet: rupeesFromPaise(walletPaise ?? 0), transactionId: entryId }
  })
}
