import type { ErrorObject } from './gateway-error.ts'

type Failure = Pick<ErrorObject, 'code' | 'description' | 'source' | 'step' | 'reason'>

const declined = { code: 'BAD_REQUEST_ERROR', step: 'payment_authorization' } as const

/** The failures of payments that the sandbox can simulate, by the provider's reason. */
export const failures = {
  payment_failed: {
    ...declined,
    source: 'bank',
    reason: 'payment_failed',
    description: 'The bank declined this payment. Try again, or pay another way.',
  },
  insufficient_funds: {
    ...declined,
    source: 'customer',
    reason: 'insufficient_funds',
    description:
      'There is not enough money in the account for this payment. Please pay another way.',
  },
  card_declined: {
    ...declined,
    source: 'issuer_bank',
    reason: 'card_declined',
    description: 'The bank declined this card. Use another card, or pay another way.',
  },
  card_disabled_for_online_payments: {
    ...declined,
    source: 'customer',
    reason: 'card_disabled_for_online_payments',
    description:
      'This card is not enabled for online payments. Contact your bank, or use another card.',
  },
  card_number_invalid: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_initiation',
    source: 'customer',
    reason: 'card_number_invalid',
    description: 'The bank does not recognise this card number. Check it, or use another card.',
  },
  payment_cancelled: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    reason: 'payment_cancelled',
    description: 'The payment was cancelled at the bank. Try again when you are ready.',
  },
  authentication_failed: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    reason: 'authentication_failed',
    description: 'The bank could not verify you. Try again, or pay another way.',
  },
  gateway_technical_error: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authorization',
    source: 'gateway',
    reason: 'gateway_technical_error',
    description: 'The bank is facing a technical problem. Please try again later.',
  },
  payment_collect_request_declined: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    reason: 'payment_collect_request_declined',
    description: 'The request was declined in the UPI app. Try again, or pay another way.',
  },
  payment_timed_out: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authorization',
    source: 'bank',
    reason: 'payment_timed_out',
    description:
      'The bank did not respond in time. If money was debited, the payment will complete later or the money will be refunded.',
  },
} as const satisfies Record<string, Failure>

/** The failure with the reason that the checkout requested, or the default one. */
export function failureOf(outcome: 'failure' | 'late', reason: string | undefined): Failure {
  if (outcome === 'late') return failures.payment_timed_out
  const known = Object.entries(failures).find(([name]) => name === reason)
  return known?.[1] ?? failures.payment_failed
}
