import { createOrderPlan, createOrderWallet, verifyPayment } from '@raahi/contract/payments'
import { sql } from 'kysely'
import type { Config } from '../config/index.ts'
import { type OnlinePayments, openPayments } from '../features/payments/online-payments.ts'
import type { SettleDeps } from '../features/payments/settle-deps.ts'
import { createJobQueue } from '../platform/jobs/job-queue.ts'
import { createMailQueue } from '../platform/mail/mail-queue.ts'
import { createSendMail } from '../platform/mail/send-mail.ts'
import { type CheckoutFields, openGateway, type TestGateway } from './gateway.ts'
import { connectClients, type HttpAnswer, type HttpClients } from './http-clients.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A listening product with its stand-in gateway, and clients that buy over HTTP. */
export interface PayingApp extends TestApp {
  clients: HttpClients
  gateway: TestGateway
  /** Orders a plan, by its id, or a top-up in rupees. @returns the gateway's id of the order */
  order(agent: { token: string }, what: { planId: string } | { amount: number }): Promise<string>
  /** Sends the fields of a checkout to be verified. */
  verify(agent: { token: string }, fields: CheckoutFields): Promise<HttpAnswer>
  /** Dependencies of the use cases that settle payments, for tests that call these directly. */
  settling: SettleDeps & { payments: OnlinePayments }
}

export async function createPayingApp(overrides: Partial<Config> = {}): Promise<PayingApp> {
  const app = await createTestApp({ overrides })
  const clients = await connectClients(app)
  const gateway = openGateway(app)
  const { database, config } = app
  const log = { info() {}, warn() {}, error() {} }
  const jobs = createJobQueue(database, log)
  return {
    ...app,
    clients,
    gateway,
    settling: {
      database,
      jobs,
      log,
      queueMail: createMailQueue(jobs, createSendMail(config), log),
      payments: openPayments(config.gateway, app.app.server),
      publicUrl: config.publicUrl,
      invoicing: config,
    },
    async order({ token }, what) {
      const endpoint = 'planId' in what ? createOrderPlan : createOrderWallet
      const { status, body } = await clients.call(endpoint, { token, body: what })
      if (status !== 200) throw new Error(`the order was refused: ${JSON.stringify(body)}`)
      return String(body.data?.orderId)
    },
    verify: ({ token }, fields) => clients.call(verifyPayment, { token, body: fields }),
    async close() {
      clients.close()
      await jobs.stop()
      await app.close()
    },
  }
}

/** The records that an order has created. Each figure is a number of rows. */
export async function readOrderRecords({ db }: Pick<TestApp, 'db'>, gatewayOrderId: string) {
  const { rows } = await sql<{
    status: string
    captured: number
    surplus: number
    failed: number
    subscriptions: number
    entries: number
  }>`
    select o.status,
      count(p.id) filter (where p.status = 'captured' and not p.surplus) as captured,
      count(p.id) filter (where p.surplus) as surplus,
      count(p.id) filter (where p.status = 'failed') as failed,
      (select count(*) from subscriptions s where s.user_id = o.user_id and s.plan_id = o.plan_id)
        as subscriptions,
      (select count(*) from journal_entries e where e.user_id = o.user_id and e.method = 'Online')
        as entries
    from orders o left join payments p on p.order_id = o.id
    where o.gateway_order_id = ${gatewayOrderId} group by o.id`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`no order ${gatewayOrderId}`)
  return row
}

/** The records of a plan order that one payment has paid, for an agent without other orders. */
export const grantedOnce = {
  status: 'paid',
  captured: 1,
  surplus: 0,
  failed: 0,
  subscriptions: 1,
  entries: 1,
}

/** The records of an order whose only payment came too late, for an agent without other orders. */
export const refundedOnce = {
  status: 'expired',
  captured: 0,
  surplus: 1,
  failed: 0,
  subscriptions: 0,
  /** The payment and its refund. */
  entries: 2,
}

/**
 * Moves the times of an order and of its payments at the gateway back, including its next check. A trigger rejects such
 * a change, so it is disabled.
 */
export async function ageOrder(
  { db }: Pick<TestApp, 'db'>,
  gatewayOrderId: string,
  by: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`alter table orders disable trigger orders_terms_stay`.execute(tx)
    await sql`update orders set created_at = created_at - ${by}::interval,
      paid_at = paid_at - ${by}::interval, next_check_at = next_check_at - ${by}::interval
      where gateway_order_id = ${gatewayOrderId}`.execute(tx)
    await sql`update sandbox_payments set created_at = created_at - ${by}::interval
      where order_id = ${gatewayOrderId}`.execute(tx)
    await sql`alter table orders enable trigger orders_terms_stay`.execute(tx)
  })
}
