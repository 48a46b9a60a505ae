import type { ErrorObject } from './gateway-error.ts'

type Failure = Pick<ErrorObject, 'code' | 'description' | 'source' | 'step' | 'reason'>

const declined = { code: 'BAD_REQUEST_ERROR', step: 'payment_authorization' } as const

/** Why payments of the sandbox fail, by the provider's reason. */
export const failures = {
  payment_failed: {
    ...declined,
    source: 'bank',
    reason: 'payment_failed',
    description: 'The bank declined this payment. Try again, or pay in another way.',
  },
  insufficient_funds: {
    ...declined,
    source: 'customer',
    reason: 'insufficient_funds',
    description: 'The account does not have enough money for this payment. Pay in another way.',
  },
  card_declined: {
    ...declined,
    source: 'issuer_bank',
    reason: 'card_declined',
    description:
      'The bank that issued the card declined it. Use another card, or pay in another way.',
  },
  payment_collect_request_declined: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    reason: 'payment_collect_request_declined',
    description: 'The request was declined in the UPI app. Try again, or pay in another way.',
  },
  payment_timed_out: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authorization',
    source: 'bank',
    reason: 'payment_timed_out',
    description:
      'The bank has not answered in time. If money left the account, the payment completes later or the money comes back.',
  },
} as const satisfies Record<string, Failure>

/** The failure that a checkout asks for by its reason, or the usual one. */
export function failureOf(outcome: 'failure' | 'late', reason: string | undefined): Failure {
  if (outcome === 'late') return failures.payment_timed_out
  const known = Object.entries(failures).find(([name]) => name === reason)
  return known?.[1] ?? failures.payment_failed
}
