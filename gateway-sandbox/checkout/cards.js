// @ts-check

/**
 * The provider's published test cards by the reason of their failure. At the provider the payer also presses Failure on
 * the page of the bank.
 */
const testCards = {
  none: [
    '4100280000001007',
    '5500670000001002',
    '5555510000081006',
    '5180287200091001',
    '6527658900001005',
    '36082800091007',
    '340256000401007',
    // From earlier editions of the list, and still often used.
    '4111111111111111',
    '4386289407660153',
    '5267318187975449',
    '4012888888881881',
    '5555555555554444',
    '5105105105105100',
    '5104060000000008',
  ],
  payment_timed_out: ['4100280000090000', '5305620000060000'],
  insufficient_funds: ['4100280000080001', '5305620000050001'],
  payment_cancelled: ['4100280000070002', '5305620000040002'],
  card_declined: ['4100280000060003', '5305620000030003'],
  card_disabled_for_online_payments: ['4100280000030006', '5305620000000006'],
  card_number_invalid: ['4100280000010008', '5305620000080008'],
  gateway_technical_error: ['4100280000020007', '5305620000090007'],
  authentication_failed: ['4100280000000009', '5305620000070009'],
}

/**
 * @param {string} digits
 * @returns the reason of the failure of a test card, 'none' if it succeeds; undefined if this is no test card
 */
export const failureOfCard = (digits) =>
  Object.entries(testCards).find(([, numbers]) => numbers.includes(digits))?.[0]

/** @param {string} digits of a test card */
export function networkOf(digits) {
  if (digits.startsWith('34')) return 'American Express'
  return { 3: 'Diners Club', 4: 'Visa', 5: 'Mastercard' }[digits.charAt(0)] ?? 'RuPay'
}
