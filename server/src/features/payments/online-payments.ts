import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { SANDBOX_PATH } from '@raahi/gateway-sandbox/sandbox-path'
import { type GatewaySettings, movesMoney } from '../../config/payments.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import { createGatewayClient, type GatewayClient, GatewayUnavailable } from './gateway-client.ts'

/** The account at the gateway: its client, and what only its two secrets can tell. */
export interface OnlinePayments {
  /** Public key of the account; empty where payments are off. */
  keyId: string
  /** @throws ApiFailure PAYMENTS_OFF where payments are off */
  readonly gateway: GatewayClient
  /** @throws ApiFailure PAYMENTS_OFF */
  requireOn(): void
  isOn: boolean
  /** Whether no money moves: the sandbox, or a test key. */
  isTest: boolean
  /** Whether the checkout's signature of a payment of this order is the gateway's. */
  signedCheckout(of: { gatewayOrderId: string; paymentId: string; signature: string }): boolean
  /** Whether these very bytes of an event are signed by the gateway. */
  signedEvent(body: Buffer, signature: string): boolean
}

/** @param server of the product, which serves the sandbox itself unless the settings say where it is */
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

/** @throws GatewayUnavailable while this process does not listen, such as in the middle of a stop */
function sandboxAddress(server: Server): string {
  const address = ownAddress(server)
  if (!address) throw new GatewayUnavailable('the sandbox is not there while nothing listens')
  return address + SANDBOX_PATH
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

/** Compares in constant time: how much of a guess is right must not show in how long it takes. */
function isSignature(secret: string, signed: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
