import { rupeesFromPaise } from '@raahi/contract/money'
import type { RefundablePayment } from '@raahi/contract/payments'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { type IdempotentRequest, withIdempotency } from '../../platform/http/idempotency.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { askForMoney, needsSecondAdmin } from '../money-requests/public/ask-for-money.ts'
import type { PrepareMoney } from '../money-requests/public/prepare-money.ts'
import { endPaidSubscription, reduceLeadShare } from '../plans/public/refunded-subscription.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { adminRefundMail } from './refund-mails.ts'
import { sendRefundJob } from './refund-payment.ts'
import {
  findRefundable,
  leavesTooLittle,
  leftPaise,
  limitOf,
  lockRefundable,
  type RefundableRow,
} from './refundable-payments.queries.ts'
import type { SettleDeps } from './settle-deps.ts'

/**
 * A captured payment with the amount that can be refunded now.
 * @throws ApiFailure PAYMENT_NOT_FOUND
 */
export async function getRefundablePayment(
  database: Database,
  id: string,
): Promise<RefundablePayment> {
  const row = await findRefundable(database.kysely, id)
  const { maxPaise, limitedBy } = limitOf(row)
  return {
    _id: row.id,
    paymentId: row.gateway_payment_id,
    planName: row.plan_name,
    amount: rupeesFromPaise(row.amount_paise),
    refunded: rupeesFromPaise(row.refunded_paise),
    wallet: rupeesFromPaise(row.wallet_paise),
    plan:
      row.lead_quota === null
        ? null
        : {
            numberOfLeads: row.lead_quota,
            leadsUsed: row.leads_used ?? 0,
            usedWorth: rupeesFromPaise(row.used_paise ?? 0),
            isActive: row.is_active === true,
          },
    maxAmount: rupeesFromPaise(maxPaise),
    limitedBy,
    createdAt: row.created_at.toISOString(),
    user: { _id: row.user_id, name: row.name, email: row.email },
  }
}

export interface AdminRefund {
  paymentId: string
  amountPaise: number
  reason: string
}

interface Answer {
  transactionId: string | null
  wallet: number
  planEnded: boolean
  requestId: string | null
}

type RefundDeps = SettleDeps & { payments: OnlinePayments }

/**
 * Refunds a payment to its payer, whole or in part. Without the right `money`, or above the limit of the settings, a request for
 * another admin is stored instead.
 * @throws ApiFailure the errors of the contract; a database error with the code INSUFFICIENT_WALLET_BALANCE
 */
export async function refundByAdmin(
  deps: RefundDeps,
  { caller, actor }: { caller: Pick<Caller, 'role' | 'rights'>; actor: Actor },
  refund: AdminRefund & { idempotency: IdempotentRequest | null },
): Promise<{ answer: Answer; replayed: boolean }> {
  deps.payments.requireOn()
  const { paymentId, amountPaise, reason } = refund
  const refundedThere = await fetchRefundedPaise(deps, paymentId)
  return withIdempotency(deps.database, refund.idempotency, async (tx) => {
    if (await needsSecondAdmin(tx, caller, amountPaise)) {
      const payment = await lockRefundable(tx, paymentId)
      checkLimits(payment, amountPaise)
      const asked = { userId: payment.user_id, paymentId, amountPaise, reference: null }
      const requestId = await askForMoney(tx, actor, { kind: 'refund', ...asked, note: reason })
      const wallet = rupeesFromPaise(payment.wallet_paise)
      return { transactionId: null, wallet, planEnded: false, requestId }
    }
    const { entryId, walletPaise, planEnded } = await makeRefund(tx, deps, actor, {
      ...refund,
      refundedThere,
    })
    const wallet = rupeesFromPaise(walletPaise)
    return { transactionId: entryId, wallet, planEnded, requestId: null }
  })
}

/** Prepares the refund of an approved request. */
export function prepareRefund(deps: RefundDeps): PrepareMoney['refund'] {
  return async (request) => {
    deps.payments.requireOn()
    const paymentId = request.payment_id ?? ''
    const refundedThere = await fetchRefundedPaise(deps, paymentId)
    return (tx, actor) =>
      makeRefund(tx, deps, actor, {
        paymentId,
        amountPaise: request.amount_paise,
        reason: request.note ?? '',
        refundedThere,
        askedBy: request.asked_by,
      })
  }
}

/**
 * Takes the amount from the wallet, or from the revenue of plans, and queues the job that refunds it at the gateway. The whole
 * refund of a plan ends it. The agent gets a mail.
 * @param refund `refundedThere`: what the gateway has refunded; `askedBy`: the admin whose request the actor approves
 */
async function makeRefund(
  tx: Transaction,
  deps: RefundDeps,
  actor: Actor,
  refund: AdminRefund & { refundedThere: number; askedBy?: string },
): Promise<{ entryId: string; walletPaise: number; planEnded: boolean }> {
  const { amountPaise, reason, askedBy } = refund
  const payment = await lockRefundable(tx, refund.paymentId)
  checkLimits(payment, amountPaise)
  // Each refund of the product is stored before the gateway makes it, so any more was refunded by hand.
  if (refund.refundedThere > payment.refunded_paise) throw new ApiFailure('REFUNDED_AT_GATEWAY')
  const { refundId, entryId, walletPaise } = await postRefund(tx, payment, refund)
  const planEnded = payment.plan_name !== null && amountPaise === leftPaise(payment)
  if (payment.plan_name !== null) {
    const refundedPaise = payment.refunded_paise + amountPaise
    await reduceLeadShare(tx, { entryId: payment.entry_id, refundedPaise })
  }
  if (planEnded) await endPaidSubscription(tx, payment.entry_id)
  await recordAction(tx, actor, {
    action: 'payment.refund',
    subjectType: 'payment',
    subjectId: payment.id,
    before: { refundedPaise: payment.refunded_paise },
    after: {
      refundedPaise: payment.refunded_paise + amountPaise,
      amountPaise,
      refundId,
      entryId,
      reason,
      planEnded,
      ...(askedBy && { askedBy }),
    },
  })
  await sendRefundJob(deps, tx, refundId)
  const facts = { ...refund, payment, walletPaise, planEnded }
  await deps.queueMail(
    tx,
    adminRefundMail(await findOwnerOf(tx, payment.user_id), facts, deps.publicUrl),
  )
  return { entryId, walletPaise, planEnded }
}

/**
 * Asks the gateway, before any money moves, how much of a payment it has refunded. A refund that it refuses for good would keep
 * the money of the agent.
 * @throws ApiFailure PAYMENT_NOT_FOUND, PAYMENT_NOT_AT_GATEWAY, GATEWAY_FAILED
 */
async function fetchRefundedPaise(
  { database, payments }: Pick<SettleDeps, 'database'> & { payments: OnlinePayments },
  id: string,
): Promise<number> {
  const { gateway_payment_id } = await findRefundable(database.kysely, id)
  const payment = await payments.gateway.fetchPayment(gateway_payment_id).catch((cause) => {
    if (!(cause instanceof GatewayUnavailable || cause instanceof GatewayRefused)) throw cause
    throw new ApiFailure('GATEWAY_FAILED', {
      message:
        'The gateway could not be asked about this payment. Please try again in a few minutes.',
      cause,
    })
  })
  if (!payment) throw new ApiFailure('PAYMENT_NOT_AT_GATEWAY')
  return payment.amount_refunded ?? 0
}

function checkLimits(payment: RefundableRow, amountPaise: number): void {
  if (amountPaise > leftPaise(payment)) throw new ApiFailure('REFUND_TOO_LARGE')
  const { maxPaise, limitedBy } = limitOf(payment)
  if (limitedBy === 'too-old') throw new ApiFailure('REFUND_TOO_OLD')
  // The wallet is checked by the ledger.
  if (limitedBy === 'paid-returns') throw new ApiFailure('PLAN_LEADS_RETURNED')
  if (leavesTooLittle(leftPaise(payment), amountPaise))
    throw new ApiFailure('REFUND_REST_TOO_SMALL')
  if (limitedBy === 'used-leads' && amountPaise > maxPaise) throw new ApiFailure('PLAN_LEADS_USED')
}

/** Moves the amount to the refunds that are due, and stores the refund with its reason. */
async function postRefund(
  tx: Transaction,
  payment: RefundableRow,
  { amountPaise, reason }: AdminRefund,
) {
  const isPlan = payment.plan_name !== null
  const { entryId, walletPaise } = await postTransfer(tx, {
    from: isPlan ? accounts.planRevenue : walletOf(payment.user_id),
    to: accounts.refundsDue,
    amountPaise,
    method: isPlan ? 'plan_refund' : 'top_up_refund',
    status: 'captured',
    userId: payment.user_id,
  })
  const refundId = uuidv7()
  await tx
    .insertInto('refunds')
    .values({
      id: refundId,
      payment_id: payment.id,
      amount_paise: amountPaise,
      cause: 'admin',
      debit_entry_id: entryId,
    })
    .execute()
  await tx
    .insertInto('recharge_details')
    .values({ entry_id: entryId, reference: null, note: reason })
    .execute()
  return { refundId, entryId, walletPaise: walletPaise ?? payment.wallet_paise }
}
