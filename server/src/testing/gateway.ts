import type { AddressInfo } from 'node:net'
import { webhookPath } from '@raahi/contract/payments'
import type { Behaviour } from '@raahi/gateway-sandbox/behaviour'
import { sandboxPath } from '@raahi/gateway-sandbox/sandbox-path'
import { sign } from '@raahi/gateway-sandbox/sign'
import { sandboxKeys, sandboxKeysOf } from '../config/payments.ts'
import type { TestApp } from './test-app.ts'

/** The setting of a product with the sandbox outside a trial, and the keys that follow from it. */
export const deployedSandbox = { SANDBOX_KEY_SECRET: 'the sandbox of a deployment in a test' }
export const deployedSandboxKeys = sandboxKeysOf(deployedSandbox.SANDBOX_KEY_SECRET)

/** The fields that the checkout passes to its page. */
export interface CheckoutFields {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

type SandboxAnswer = CheckoutFields & { error?: { metadata: { payment_id: string } } }

/** The stand-in gateway of a listening product, with the actions of the buyer, the bank and the operator. */
export interface TestGateway {
  /** Pays an order. */
  pay(orderId: string): Promise<CheckoutFields>
  /** A payment that fails, for good or until a late capture. @returns the gateway's id of the payment */
  fail(orderId: string, outcome: 'failure' | 'late'): Promise<string>
  /** The bank confirms a late payment now. */
  captureLate(paymentId: string): Promise<void>
  /** Sets the simulated faults. Absent settings get their defaults. */
  behave(behaviour: Partial<Behaviour>): Promise<void>
  /** Sends an event to the product's webhook, as the gateway does. @returns the status of the answer */
  sendEvent(event: object | string, how?: { id?: string; signature?: string }): Promise<number>
}

/** @param app must be listening */
export function openGateway({ app }: Pick<TestApp, 'app'>): TestGateway {
  const { port } = app.server.address() as AddressInfo
  return openGatewayAt(`http://127.0.0.1:${port}`)
}

/** @param address of a product with the sandbox: scheme, host and port */
export function openGatewayAt(
  address: string,
  keys: ReturnType<typeof sandboxKeysOf> = sandboxKeys,
): TestGateway {
  const basic = Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(address + sandboxPath + path, {
      method,
      headers: {
        authorization: `Basic ${basic}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { ok: answer.ok, body: (await answer.json()) as SandboxAnswer }
  }
  const succeed = async (...wish: Parameters<typeof send>) => {
    const { ok, body } = await send(...wish)
    if (!ok) throw new Error(`the sandbox refused: ${JSON.stringify(body)}`)
    return body
  }
  return {
    async pay(orderId) {
      const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = await succeed(
        'POST',
        '/pay',
        { order_id: orderId, outcome: 'success' },
      )
      return { razorpay_payment_id, razorpay_order_id, razorpay_signature }
    },
    async fail(orderId, outcome) {
      const { ok, body } = await send('POST', '/pay', { order_id: orderId, outcome })
      if (ok) throw new Error('the payment succeeded, but was expected to fail')
      return body.error?.metadata.payment_id ?? ''
    },
    async captureLate(paymentId) {
      await succeed('POST', `/late/${paymentId}/capture`)
    },
    async behave(behaviour) {
      await succeed('PUT', '/behaviour', behaviour)
    },
    async sendEvent(event, { id = crypto.randomUUID(), signature } = {}) {
      const body = typeof event === 'string' ? event : JSON.stringify(event)
      const answer = await fetch(address + webhookPath, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-event-id': id,
          'x-razorpay-signature': signature ?? sign(body, keys.webhookSecret, false),
        },
        body,
      })
      await answer.arrayBuffer()
      return answer.status
    },
  }
}
