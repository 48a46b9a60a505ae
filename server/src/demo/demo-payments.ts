import { createPlanOrder, createWalletOrder } from '../features/payments/create-order.ts'
import type { GatewayPayment } from '../features/payments/gateway-client.ts'
import type { OnlinePayments } from '../features/payments/online-payments.ts'
import { reconcile } from '../features/payments/reconciler.ts'
import { processRefund } from '../features/payments/refund-payment.ts'
import type { SettleDeps } from '../features/payments/settle-deps.ts'
import { settlePayment } from '../features/payments/settle-payment.ts'
import { type DemoWorld, minuteMs } from './demo-world.ts'
import type { Random } from './random.ts'

type OrderedItem = { planId: string } | { amountPaise: number }

/** A gateway that accepts everything at once and knows no payment afterwards, as the sandbox knows no demo payment. */
function demoGateway(random: Random): OnlinePayments {
  return {
    keyId: '',
    isOn: true,
    isTest: true,
    requireOn() {},
    signedCheckout: () => false,
    signedEvent: () => false,
    gateway: {
      createOrder: async ({ amountPaise }) => ({
        id: `order_${gatewayText(random)}`,
        amount: amountPaise,
        currency: 'INR',
      }),
      fetchPayment: async () => null,
      fetchOrderPayments: async () => [],
      refundPayment: async (id, { amountPaise }) => ({
        id: `rfnd_${gatewayText(random)}`,
        payment_id: id,
        amount: amountPaise,
        status: 'processed',
      }),
      fetchRefunds: async () => [],
    },
  }
}

/** Invoices are always marked as tests, because demo data must not use numbers of the real invoice series. */
function depsOf(world: DemoWorld): SettleDeps & { payments: OnlinePayments } {
  return {
    ...world,
    payments: demoGateway(world.random),
    invoicing: { invoices: world.config.invoices, gateway: { mode: 'off' } },
    log: { info() {}, warn() {}, error() {} },
  }
}

async function placeOrder(world: DemoWorld, userId: string, item: OrderedItem) {
  const deps = depsOf(world)
  const order = { userId, expectedPricePaise: undefined, idempotency: null }
  const { answer } = await ('planId' in item
    ? createPlanOrder(deps, { ...order, ...item })
    : createWalletOrder(deps, { ...order, ...item }))
  const method = world.random.next() < 0.7 ? 'upi' : 'card'
  /** Reports an attempt to pay the order, some minutes after the last one. */
  return async (status: 'captured' | 'failed'): Promise<void> => {
    world.clock.advanceBy(2 * minuteMs)
    const payment: GatewayPayment = {
      id: `pay_${gatewayText(world.random)}`,
      amount: answer.amountPaise,
      currency: answer.currency,
      order_id: answer.orderId,
      status,
      method,
      ...(status === 'failed' && {
        error_description: 'Payment failed because the bank did not respond.',
      }),
    }
    await settlePayment(deps, payment)
  }
}

/** Orders and pays online. @param attempts the outcome of each attempt, in order */
export async function payOnline(
  world: DemoWorld,
  userId: string,
  item: OrderedItem,
  attempts: readonly ('captured' | 'failed')[],
): Promise<void> {
  const pay = await placeOrder(world, userId, item)
  for (const status of attempts) await pay(status)
}

/** Completes the refund whose job was sent last. */
export async function completeRefund(world: DemoWorld, job: object | undefined): Promise<void> {
  const { refundId } = (job ?? {}) as { refundId?: string }
  if (!refundId) throw new Error('no refund of the demo was queued')
  await processRefund(depsOf(world), refundId)
}

/** Checks the orders that are due, so that the first start of the product asks the gateway about none of them. */
export async function checkOrders(world: DemoWorld): Promise<void> {
  await reconcile(depsOf(world))
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Fourteen letters and digits, as in the gateway's ids. */
function gatewayText(random: Random): string {
  return Array.from({ length: 14 }, () => random.pick([...letters])).join('')
}
