import { setTimeout as sleep } from 'node:timers/promises'
import { webhookPath } from '../../contract/src/payments.ts'
import { deployedSandboxKeys } from '../../server/src/testing/gateway.ts'
import type { Random } from './random.ts'
import { failureReason, type RunContext } from './send-request.ts'

const sandboxPath = '/sandbox/razorpay'
const responseTimeoutMs = 15_000

/** Fields that the checkout returns to its page. */
export type CheckoutFields = {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The result of an attempt to pay. `lost`: the outcome is unknown, as after a closed tab. */
export type PaymentAttempt =
  | { outcome: 'success'; fields: CheckoutFields }
  | { outcome: 'failed' }
  | { outcome: 'lost' }

/** A client of the sandbox: its checkout and its operator controls. */
export type GatewayClient = {
  /** Never retries, because a second attempt could pay twice. */
  pay(orderId: string, outcome: 'success' | 'failure' | 'late'): Promise<PaymentAttempt>
  /** Sets the behaviour. Settings that are not named are reset. Retries until it succeeds. */
  behave(behaviour: object): Promise<void>
  /**
   * Sends an event to the product's webhook.
   * @returns the status of the response, or undefined without a response
   */
  report(event: string, signature: string): Promise<number | undefined>
}

export function createGatewayClient(context: RunContext, random: Random): GatewayClient {
  const basic = Buffer.from(
    `${deployedSandboxKeys.keyId}:${deployedSandboxKeys.keySecret}`,
  ).toString('base64')
  const send = (method: string, path: string, body: object) =>
    fetch(`${random.pick(context.addresses)}${sandboxPath}${path}`, {
      method,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
  return {
    async pay(orderId, outcome) {
      const sentAtMs = performance.now()
      const note = (status: number, name: string): PaymentAttempt => {
        const answeredAtMs = performance.now()
        context.outages.recordFailure({ call: 'pay', status, name, sentAtMs, answeredAtMs })
        return { outcome: 'lost' }
      }
      try {
        const answer = await send('POST', '/pay', { order_id: orderId, outcome })
        const read = (await answer.json()) as CheckoutFields
        if (answer.status >= 500) return note(answer.status, 'of the gateway')
        return answer.ok ? { outcome: 'success', fields: fieldsOf(read) } : { outcome: 'failed' }
      } catch (error) {
        return note(0, failureReason(error))
      }
    },
    async behave(behaviour) {
      for (;;) {
        const answer = await send('PUT', '/behaviour', behaviour).catch(() => undefined)
        await answer?.arrayBuffer().catch(() => {})
        if (answer?.ok) return
        await sleep(100)
      }
    },
    async report(event, signature) {
      const sentAtMs = performance.now()
      const note = (status: number, name: string) => {
        const answeredAtMs = performance.now()
        context.outages.recordFailure({ call: 'webhook', status, name, sentAtMs, answeredAtMs })
      }
      try {
        const answer = await fetch(`${random.pick(context.addresses)}${webhookPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
          body: event,
          signal: AbortSignal.timeout(responseTimeoutMs),
        })
        const { code = '' } = (await answer.json()) as { code?: string }
        // GATEWAY_FAILED is allowed: the webhook asks the gateway for the payment, and that may time out on a busy
        // machine.
        if (answer.status >= 500 && code !== 'GATEWAY_FAILED') note(answer.status, code)
        return answer.status
      } catch (error) {
        note(0, failureReason(error))
        return undefined
      }
    },
  }
}

const fieldsOf = ({
  razorpay_payment_id,
  razorpay_order_id,
  razorpay_signature,
}: CheckoutFields): CheckoutFields => ({
  razorpay_payment_id,
  razorpay_order_id,
  razorpay_signature,
})
