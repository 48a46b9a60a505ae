import { sign } from '@raahi/gateway-sandbox/sign'
import { sandboxKeys } from '../../config/payments.ts'
import type { Random } from '../../demo/random.ts'
import { hostileTexts, hostileValues } from './hostile-values.ts'
import type { Stock } from './stock.ts'
import type { WireRequest } from './wire.ts'

const events = ['payment.captured', 'payment.failed', 'order.paid', 'refund.processed', 'other']

/** Fills the request with a signed event, about an existing payment or with values that no gateway sends. */
export function signEvent(wire: WireRequest, { checkout }: Stock, random: Random): void {
  const or = (real: unknown) =>
    random.next() < 0.7 ? real : random.pick([...hostileTexts, ...hostileValues])
  const payment = { id: or(checkout.razorpay_payment_id), order_id: or(checkout.razorpay_order_id) }
  const refund = { id: or('rfnd_1'), payment_id: or(checkout.razorpay_payment_id) }
  const payload = { payment: or({ entity: or(payment) }), refund: { entity: refund } }
  const body = JSON.stringify({ event: or(random.pick(events)), payload: or(payload) })
  wire.body = Buffer.from(body)
  wire.headers['content-type'] = 'application/json'
  wire.headers['x-razorpay-signature'] = sign(body, sandboxKeys.webhookSecret)
  wire.headers['x-razorpay-event-id'] = `event-${checkout.razorpay_order_id}-${random.whole(1, 50)}`
}
