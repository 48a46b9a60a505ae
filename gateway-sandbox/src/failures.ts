import type { ErrorObject } from './gateway-error.ts'

type Failure = Pick<ErrorObject, 'code' | 'description' | 'source' | 'step'>

const declined = { code: 'BAD_REQUEST_ERROR', step: 'payment_authorization' } as const

/** The failures of payments that the sandbox can simulate, by the provider's reason. */
const failures = {
  payment_failed: {
    ...declined,
    source: 'bank',
    description: 'The bank declined this payment. Try again, or pay another way.',
  },
  insufficient_funds: {
    ...declined,
    source: 'customer',
    description:
      'There is not enough money in the account for this payment. Please pay another way.',
  },
  card_declined: {
    ...declined,
    source: 'issuer_bank',
    description: 'The bank declined this card. Use another card, or pay another way.',
  },
  card_disabled_for_online_payments: {
    ...declined,
    source: 'customer',
    description:
      'This card is not enabled for online payments. Contact your bank, or use another card.',
  },
  card_number_invalid: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_initiation',
    source: 'customer',
    description: 'The bank does not recognise this card number. Check it, or use another card.',
  },
  payment_cancelled: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    description: 'The payment was cancelled at the bank. Try again when you are ready.',
  },
  authentication_failed: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    description: 'The bank could not verify you. Try again, or pay another way.',
  },
  gateway_technical_error: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authorization',
    source: 'gateway',
    description: 'The bank is facing a technical problem. Please try again later.',
  },
  payment_collect_request_declined: {
    code: 'BAD_REQUEST_ERROR',
    step: 'payment_authentication',
    source: 'customer',
    description: 'The request was declined in the UPI app. Try again, or pay another way.',
  },
  payment_timed_out: {
    code: 'GATEWAY_ERROR',
    step: 'payment_authorization',
    source: 'bank',
    description:
      'The bank did not respond in time. If money was debited, the payment will complete later or the money will be refunded.',
  },
} as const satisfies Record<string, Failure>
const failureReasons = Object.keys(failures) as (keyof typeof failures)[]

/** The failure with the reason that the checkout requested, or the default one. */
export function failureOf(outcome: 'failure' | 'late', reason: string | undefined) {
  const wanted = outcome === 'late' ? 'payment_timed_out' : reason
  const known = failureReasons.find((name) => name === wanted) ?? 'payment_failed'
  return { ...failures[known], reason: known }
}
