import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { sandboxPath } from '@raahi/gateway-sandbox/sandbox-path'
import { type GatewaySettings, movesMoney } from '../../config/payments.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import { createGatewayClient, type GatewayClient, GatewayUnavailable } from './gateway-client.ts'

/** The account at the gateway: its client, and the checks that need its secrets. */
export interface OnlinePayments {
  /** Public key of the account; empty if payments are off. */
  keyId: string
  /** @throws ApiFailure PAYMENTS_OFF if payments are off */
  readonly gateway: GatewayClient
  /** @throws ApiFailure PAYMENTS_OFF */
  requireOn(): void
  isOn: boolean
  /** True for the sandbox and for a test key: no money moves. */
  isTest: boolean
  /** Returns whether the checkout's signature for a payment of this order is valid. */
  signedCheckout(of: { gatewayOrderId: string; paymentId: string; signature: string }): boolean
  /** Returns whether the gateway signed exactly these bytes of an event. */
  signedEvent(body: Buffer, signature: string): boolean
}

/** @param server the product's server, which serves the sandbox itself unless the settings name another address */
export function openPayments(settings: Readonly<GatewaySettings>, server: Server): OnlinePayments {
  if (settings.mode === 'off') return paymentsOff
  const { keyId, keySecret, webhookSecret, baseUrl } = settings
  return {
    keyId,
    isOn: true,
    isTest: !movesMoney(settings),
    gateway: createGatewayClient({
      keyId,
      keySecret,
      baseUrl: () => baseUrl ?? sandboxAddress(server),
    }),
    requireOn() {},
    signedCheckout: ({ gatewayOrderId, paymentId, signature }) =>
      isSignature(keySecret, `${gatewayOrderId}|${paymentId}`, signature),
    signedEvent: (body, signature) => isSignature(webhookSecret, body, signature),
  }
}

/** @throws GatewayUnavailable while this process does not listen, for example during a stop */
function sandboxAddress(server: Server): string {
  const address = ownAddress(server)
  if (!address)
    throw new GatewayUnavailable('the sandbox is unavailable while the server does not listen')
  return address + sandboxPath
}

const paymentsOff: OnlinePayments = {
  keyId: '',
  isOn: false,
  isTest: false,
  get gateway(): GatewayClient {
    throw new ApiFailure('PAYMENTS_OFF')
  },
  requireOn() {
    throw new ApiFailure('PAYMENTS_OFF')
  },
  signedCheckout: () => false,
  signedEvent: () => false,
}

/** Compares in constant time, so that the response time does not reveal how much of a guess is correct. */
function isSignature(secret: string, signed: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
