import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { JobFailure } from '../../platform/jobs/job-failure.ts'
import type { JobQueue, Retries } from '../../platform/jobs/job-queue.ts'
import { accounts } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { issueCreditNote } from '../invoices/public/issue-credit-note.ts'
import { GatewayRefused, type RetryPolicy } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { lockOrder, type PaymentRow, type RefundCause } from './orders.queries.ts'
import { refundDoneMail, refundStartedMail } from './payment-mails.ts'
import { gatewayRefunds } from './payment-metrics.ts'
import type { SettleDeps } from './settle-deps.ts'

/** Attempts over a quarter of an hour. After that the reconciler queues another job from time to time. */
const retries: Retries = { limit: 5, firstPauseSeconds: 30 }

interface RefundJob {
  refundId: string
}

/** Records the refund of a payment that did not pay its order and queues its job, in the transaction that captured it. */
export async function startRefund(
  deps: SettleDeps,
  tx: Transaction,
  { payment, cause }: { payment: PaymentRow; cause: RefundCause },
): Promise<void> {
  const refundId = uuidv7()
  await tx
    .insertInto('refunds')
    .values({ id: refundId, payment_id: payment.id, amount_paise: payment.amount_paise, cause })
    .execute()
  await sendRefundJob(deps, tx, refundId)
  await deps.queueMail(tx, await refundStartedMail(tx, { payment, cause }))
}

export function sendRefundJob(
  { jobs }: Pick<SettleDeps, 'jobs'>,
  tx: Transaction,
  refundId: string,
): Promise<void> {
  const data: RefundJob = { refundId }
  return jobs.send(tx, { queue: 'refund', data, retries })
}

type RefundDeps = SettleDeps & { payments: OnlinePayments }

/** Handles the jobs of the queue `refund`. */
export function handleRefunds(jobs: JobQueue, deps: RefundDeps): void {
  jobs.handle<RefundJob>('refund', async ({ id, data, isLastTry }) => {
    try {
      await processRefund(deps, data.refundId)
    } catch (error) {
      const details = { err: error, job: id, refund: data.refundId }
      if (isLastTry) deps.log.error(details, 'a refund waits for the reconciler')
      else deps.log.warn(details, 'a refund is not done yet')
      throw error
    }
  })
}

/** The gateway is still processing the refund; check again later. */
export class RefundNotDone extends JobFailure {
  constructor(message: string) {
    super('refund-pending', message)
  }
}

/**
 * Refunds a payment at the gateway and records it once, for any number of concurrent calls: the gateway makes one
 * refund per key, and the record is written under the lock of the order.
 * @throws RefundNotDone, GatewayUnavailable, GatewayRefused: call again
 */
export async function processRefund(
  deps: RefundDeps,
  refundId: string,
  retryPolicy?: RetryPolicy,
): Promise<void> {
  const refund = await deps.database.kysely
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.status', 'refunds.amount_paise', 'payments.gateway_payment_id'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.status === 'processed') return
  const { gateway } = deps.payments
  const gatewayRefund = await gateway
    .refundPayment(
      refund.gateway_payment_id,
      {
        amountPaise: refund.amount_paise,
        receipt: refundId,
        key: refundId,
      },
      retryPolicy,
    )
    .catch(async (error) => {
      // Keys expire at the gateway. It then rejects the request, because the payment is already refunded.
      if (!(error instanceof GatewayRefused)) throw error
      const refunds = await gateway.fetchRefunds(refund.gateway_payment_id, retryPolicy)
      const same = refunds.find(
        ({ amount, status }) => amount === refund.amount_paise && status !== 'failed',
      )
      if (!same) throw error
      return same
    })
  const isDone =
    gatewayRefund.status === 'processed' ||
    (await gateway.fetchRefunds(refund.gateway_payment_id, retryPolicy)).some(
      ({ id, status }) => id === gatewayRefund.id && status === 'processed',
    )
  const isNew = await withTransaction(deps.database, (tx) =>
    record(deps, tx, { refundId, gatewayRefundId: gatewayRefund.id, isDone }),
  )
  if (isNew) gatewayRefunds.inc()
  if (!isDone)
    throw new RefundNotDone(`the gateway says that the refund is ${gatewayRefund.status}`)
}

/** @returns whether the refund was pending before and is processed now */
async function record(
  deps: SettleDeps,
  tx: Transaction,
  {
    refundId,
    gatewayRefundId,
    isDone,
  }: { refundId: string; gatewayRefundId: string; isDone: boolean },
): Promise<boolean> {
  const { payment_id: paymentId, gateway_order_id } = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['refunds.payment_id', 'orders.gateway_order_id'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  await lockOrder(tx, gateway_order_id ?? '')
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.status === 'processed') return false
  if (!isDone) {
    await tx
      .updateTable('refunds')
      .set({ gateway_refund_id: gatewayRefundId })
      .where('id', '=', refundId)
      .execute()
    return false
  }
  const payment = await tx
    .updateTable('payments')
    .set({ status: 'lead_refund' })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { entryId } = await postTransfer(tx, {
    from: accounts.refundsDue,
    to: accounts.gateway,
    amountPaise: refund.amount_paise,
    method: 'Online',
    status: 'captured',
    userId: payment.user_id,
  })
  await tx
    .updateTable('refunds')
    .set({
      status: 'processed',
      gateway_refund_id: gatewayRefundId,
      entry_id: entryId,
      processed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', refundId)
    .execute()
  await deps.queueMail(tx, await refundDoneMail(tx, { payment, cause: refund.cause }))
  // Last, because it locks the number series: transactions that issue the next credit note wait for this one.
  await issueCreditNote(tx, { paymentId })
  return true
}
