import { rupeesFromPaise } from '@raahi/contract/money'
import type { Subscription } from '@raahi/contract/plans'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { needsKycToBuy } from '../settings/public/settings.queries.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { boughtMail } from './plan-mails.ts'
import { grantSubscription } from './public/grant-subscription.ts'
import { lockPlan } from './public/plans.queries.ts'
import { toSubscription } from './public/subscriptions.queries.ts'

/**
 * Sells a plan to an agent for the balance of the wallet: one entry from the wallet to the revenue of plans, and the
 * subscription. There is no invoice, because a top-up is invoiced when it is paid
 * (docs/decisions/0033-plans-from-the-wallet.md). The agent gets a mail.
 * @throws ApiFailure PLAN_NOT_FOUND, PLAN_PRICE_CHANGED, KYC_NOT_APPROVED, UNAUTHENTICATED; a database error with the
 * code INSUFFICIENT_WALLET_BALANCE
 */
export async function payPlanFromWallet(
  {
    database,
    queueMail,
    publicUrl,
  }: { database: Database; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  purchase: {
    userId: string
    planId: string
    expectedPricePaise: number
    idempotency: IdempotentRequest | null
  },
): Promise<{ answer: { subscription: Subscription; wallet: number }; replayed: boolean }> {
  const { userId } = purchase
  return withIdempotency(database, purchase.idempotency, async (tx) => {
    const plan = await lockPlan(tx, purchase.planId, 'sale')
    // The expected price is never 0, so that a free plan, which needs a confirmed email, is not granted here.
    if (plan.price_paise !== purchase.expectedPricePaise) {
      throw new ApiFailure('PLAN_PRICE_CHANGED')
    }
    await lockBuyer(tx, userId)
    const { subscription, entryId, walletPaise } = await grantSubscription(tx, {
      userId,
      plan,
      cause: 'wallet',
    })
    await recordAction(tx, actor, {
      action: 'plan.buy',
      subjectType: 'subscription',
      subjectId: subscription.id,
      after: { userId, entryId, walletPaise, ...subscription },
    })
    const wallet = walletPaise ?? 0
    await queueMail(
      tx,
      boughtMail(await findOwnerOf(tx, userId), { subscription, walletPaise: wallet, publicUrl }),
    )
    return { subscription: toSubscription(subscription), wallet: rupeesFromPaise(wallet) }
  })
}

/**
 * Locks the agent's row, so that a suspension or a decision about the KYC waits for this purchase or stops it. The rules
 * are those of the purchase of a lead (server/database/functions/purchases/buy-lead.sql).
 * @throws ApiFailure UNAUTHENTICATED, KYC_NOT_APPROVED
 */
async function lockBuyer(tx: Transaction, userId: string): Promise<void> {
  const needsKyc = await needsKycToBuy(tx)
  const buyer = await tx
    .selectFrom('users')
    .select('kyc_status')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('role', '=', 'user')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!buyer) throw new ApiFailure('UNAUTHENTICATED')
  if (needsKyc && buyer.kyc_status !== 'approved') throw new ApiFailure('KYC_NOT_APPROVED')
}
