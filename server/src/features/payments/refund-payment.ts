import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { JobFailure } from '../../platform/jobs/job-failure.ts'
import type { JobQueue, Retries } from '../../platform/jobs/job-queue.ts'
import { accounts } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { issueCreditNote } from '../invoices/public/issue-credit-note.ts'
import { type GatewayRefund, GatewayRefused, type RetryPolicy } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { lockOrder, type PaymentRow, type RefundCause } from './orders.queries.ts'
import { gatewayRefunds } from './payment-metrics.ts'
import { refundDoneMail, refundStartedMail } from './refund-mails.ts'
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
    .select([
      'refunds.status',
      'refunds.cause',
      'refunds.amount_paise',
      'payments.gateway_payment_id',
    ])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.status === 'processed') return
  const { gateway } = deps.payments
  const gatewayRefund = await refundOnce(deps.payments, { refundId, ...refund }, retryPolicy)
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

/**
 * Refunds a payment at the gateway, or finds the refund that an earlier try made there. Keys expire at the gateway: it would then
 * make a second refund of a part, and rejects a second refund of the whole payment. So a refund of a part is looked for before.
 */
async function refundOnce(
  { gateway }: OnlinePayments,
  refund: { refundId: string; cause: string; amount_paise: number; gateway_payment_id: string },
  retryPolicy?: RetryPolicy,
): Promise<GatewayRefund> {
  const { refundId, gateway_payment_id: paymentId, amount_paise: amountPaise } = refund
  const isByAdmin = refund.cause === 'admin'
  const findMade = async () =>
    (await gateway.fetchRefunds(paymentId, retryPolicy)).find(
      ({ amount, status, receipt }) =>
        status !== 'failed' && (isByAdmin ? receipt === refundId : amount === amountPaise),
    )
  const made = isByAdmin ? await findMade() : undefined
  if (made) return made
  return gateway
    .refundPayment(paymentId, { amountPaise, receipt: refundId, key: refundId }, retryPolicy)
    .catch(async (error) => {
      const madeBefore = error instanceof GatewayRefused ? await findMade() : undefined
      if (!madeBefore) throw error
      return madeBefore
    })
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
  // A payment that has paid its order stays captured.
  if (refund.cause !== 'admin') {
    await tx
      .updateTable('payments')
      .set({ status: 'lead_refund' })
      .where('id', '=', paymentId)
      .execute()
  }
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
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
  await deps.queueMail(tx, await refundDoneMail(tx, { payment, refund, publicUrl: deps.publicUrl }))
  // Last, because it locks the number series: transactions that issue the next credit note wait for this one.
  await issueCreditNote(tx, { refundId })
  return true
}
