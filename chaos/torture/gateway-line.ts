import { setTimeout as sleep } from 'node:timers/promises'
import { webhookPath } from '../../contract/src/payments.ts'
import { sandboxKeys } from '../../server/src/config/payments.ts'
import { reasonOf, type Surroundings } from './ask.ts'
import type { Dice } from './random.ts'

const SANDBOX_PATH = '/sandbox/razorpay'
const ANSWER_WITHIN_MS = 15_000

/** What the checkout hands to its page. */
export type CheckoutFields = {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/**
 * What came of trying to pay.
 * - `lost`: nobody knows; the tab is as good as closed.
 */
export type Paid =
  | { outcome: 'success'; fields: CheckoutFields }
  | { outcome: 'failed' }
  | { outcome: 'lost' }

/** The stand-in gateway, as its checkout and its operators use it. */
export type GatewayLine = {
  /** Tries once: a payment is not something to repeat blindly. */
  pay(orderId: string, outcome: 'success' | 'failure' | 'late'): Promise<Paid>
  /** From now on, whatever is not named as it should be. Asks until it is told so. */
  behave(behaviour: object): Promise<void>
  /** Hands the product an event, as anybody can. @returns the status of the answer; undefined: nobody answered */
  report(event: string, signature: string): Promise<number | undefined>
}

export function gatewayLineOf(around: Surroundings, dice: Dice): GatewayLine {
  const basic = Buffer.from(`${sandboxKeys.keyId}:${sandboxKeys.keySecret}`).toString('base64')
  const send = (method: string, path: string, body: object) =>
    fetch(`${dice.pick(around.addresses)}${SANDBOX_PATH}${path}`, {
      method,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  return {
    async pay(orderId, outcome) {
      const sentAtMs = performance.now()
      const note = (status: number, name: string): Paid => {
        const answeredAtMs = performance.now()
        around.outages.note({ call: 'pay', status, name, sentAtMs, answeredAtMs })
        return { outcome: 'lost' }
      }
      try {
        const answer = await send('POST', '/pay', { order_id: orderId, outcome })
        const read = (await answer.json()) as CheckoutFields
        if (answer.status >= 500) return note(answer.status, 'of the gateway')
        return answer.ok ? { outcome: 'success', fields: fieldsOf(read) } : { outcome: 'failed' }
      } catch (error) {
        return note(0, reasonOf(error))
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
        around.outages.note({ call: 'webhook', status, name, sentAtMs, answeredAtMs })
      }
      try {
        const answer = await fetch(`${dice.pick(around.addresses)}${webhookPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
          body: event,
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        })
        const { code = '' } = (await answer.json()) as { code?: string }
        // It asks for the event once more where the gateway takes longer than a gateway waits, as on a busy machine.
        if (answer.status >= 500 && code !== 'GATEWAY_FAILED') note(answer.status, code)
        return answer.status
      } catch (error) {
        note(0, reasonOf(error))
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
