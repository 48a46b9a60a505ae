import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue, Retries } from '../../platform/jobs/job-queue.ts'
import { accounts } from '../../platform/ledger/accounts.ts'
import { postTransfer } from '../../platform/ledger/post.ts'
import { gatewayRefunds } from '../../platform/observability/metrics.ts'
import { issueCreditNote } from '../invoices/issue-credit-note.ts'
import { GatewayRefused, type RetryPolicy } from './gateway-client.ts'
import type { OnlinePayments } from './online-payments.ts'
import { lockOrder, type PaymentRow } from './orders.queries.ts'
import { returnedMail, returningMail } from './payment-mails.ts'
import type { SettleDeps } from './settle-deps.ts'

/** A quarter of an hour of tries; after that the reconciler sends another job now and then. */
const retries: Retries = { limit: 5, firstPauseSeconds: 30 }

interface RefundJob {
  refundId: string
}

/** Notes, in the transaction that captured a payment nothing was owed for, that it goes back, and sees to it. */
export async function refundDuplicatePayment(
  deps: SettleDeps,
  tx: Transaction,
  payment: PaymentRow,
): Promise<void> {
  const refundId = uuidv7()
  await tx
    .insertInto('refunds')
    .values({ id: refundId, payment_id: payment.id, amount_paise: payment.amount_paise })
    .execute()
  await sendRefundJob(deps, tx, refundId)
  await deps.queueMail(tx, await returningMail(tx, payment))
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

/** Does the jobs of the queue `refund`. */
export function handleRefunds(jobs: JobQueue, deps: RefundDeps): void {
  jobs.handle<RefundJob>('refund', async ({ data, isLastTry }) => {
    try {
      await carryOutRefund(deps, data.refundId)
    } catch (error) {
      const details = { err: error, refund: data.refundId }
      if (isLastTry) deps.log.error(details, 'a refund waits for the reconciler')
      else deps.log.warn(details, 'a refund could not be made yet')
      throw error
    }
  })
}

/** The gateway has a refund in hand: another look, later. */
export class RefundNotDone extends Error {}

/**
 * Sends a payment back at the gateway and records that, once, however often this is called and by how many at once: the
 * gateway makes one refund per key, and the record is made under the lock of the order.
 * @throws RefundNotDone, GatewayUnavailable, GatewayRefused: to be called again
 */
export async function carryOutRefund(
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
  const made = await gateway
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
      // Its key is forgotten at the gateway after a while, and the payment is sent back already.
      if (!(error instanceof GatewayRefused)) throw error
      const before = await gateway.fetchRefunds(refund.gateway_payment_id, retryPolicy)
      const same = before.find(({ amount }) => amount === refund.amount_paise)
      if (!same) throw error
      return same
    })
  const isDone =
    made.status === 'processed' ||
    (await gateway.fetchRefunds(refund.gateway_payment_id, retryPolicy)).some(
      ({ id, status }) => id === made.id && status === 'processed',
    )
  const isNews = await withTransaction(deps.database, (tx) =>
    record(deps, tx, { refundId, gatewayRefundId: made.id, isDone }),
  )
  if (isNews) gatewayRefunds.inc()
  if (!isDone) throw new RefundNotDone(`the gateway says that the refund is ${made.status}`)
}

/** @returns whether it is processed now and was not before */
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
    description: 'Refund of second payment',
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
  await deps.queueMail(tx, await returnedMail(tx, payment))
  // Last of all: whoever numbers a credit note next waits for this transaction.
  await issueCreditNote(tx, { paymentId })
  return true
}
