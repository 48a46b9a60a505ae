// @ts-check

/**
 * The provider's published test cards. Those that fail do so by themselves here; at the provider one also presses
 * Failure on the page of the bank.
 * @type {Record<string, { fails?: string, international?: boolean }>}
 */
const testCards = {
  4100280000001007: {},
  5500670000001002: {},
  5555510000081006: {},
  5180287200091001: {},
  6527658900001005: {},
  36082800091007: {},
  340256000401007: {},
  // From earlier editions of the list, and still what many people type.
  4111111111111111: {},
  4386289407660153: {},
  5267318187975449: {},
  4012888888881881: { international: true },
  5555555555554444: { international: true },
  5105105105105100: { international: true },
  5104060000000008: { international: true },
  4100280000090000: { fails: 'payment_timed_out' },
  4100280000080001: { fails: 'insufficient_funds' },
  4100280000070002: { fails: 'payment_cancelled' },
  4100280000060003: { fails: 'card_declined' },
  4100280000030006: { fails: 'card_disabled_for_online_payments' },
  4100280000010008: { fails: 'card_number_invalid' },
  4100280000020007: { fails: 'gateway_technical_error' },
  4100280000000009: { fails: 'authentication_failed' },
  5305620000060000: { fails: 'payment_timed_out' },
  5305620000050001: { fails: 'insufficient_funds' },
  5305620000040002: { fails: 'payment_cancelled' },
  5305620000030003: { fails: 'card_declined' },
  5305620000000006: { fails: 'card_disabled_for_online_payments' },
  5305620000080008: { fails: 'card_number_invalid' },
  5305620000090007: { fails: 'gateway_technical_error' },
  5305620000070009: { fails: 'authentication_failed' },
}

/** Those that the sheet offers. */
export const offeredCards = [
  { number: '4100280000001007', label: 'Visa', says: 'succeeds' },
  { number: '6527658900001005', label: 'RuPay', says: 'succeeds' },
  { number: '4100280000060003', label: 'Visa', says: 'declined' },
  { number: '5305620000050001', label: 'Mastercard', says: 'no money' },
]

/**
 * @param {string} number digits
 * @returns {{ fails?: string, international?: boolean } | undefined} undefined: no card for a test
 */
export const testCardOf = (number) => testCards[number]

/** @typedef {{ name: string, pattern: RegExp, lengths: number[], groups: number[], cvv: number }} Network */

/** @type {Network[]} */
const networks = [
  { name: 'Visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvv: 3 },
  {
    name: 'Mastercard',
    pattern: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    groups: [4, 4, 4, 4],
    cvv: 3,
  },
  { name: 'RuPay', pattern: /^(60|65|81|82|508)/, lengths: [16], groups: [4, 4, 4, 4], cvv: 3 },
  { name: 'American Express', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvv: 4 },
  { name: 'Diners Club', pattern: /^3[0689]/, lengths: [14], groups: [4, 6, 4], cvv: 3 },
]
/** @type {Network} */
const anyNetwork = { name: '', pattern: /^/, lengths: [16], groups: [4, 4, 4, 4], cvv: 3 }

/** @param {string} number digits, as far as they were typed */
export const networkOf = (number) =>
  networks.find(({ pattern }) => pattern.test(number)) ?? anyNetwork

/**
 * In the groups that are printed on the card.
 * @param {string} number digits
 */
export function groupDigits(number) {
  /** @type {string[]} */
  const parts = []
  let rest = number
  for (const length of networkOf(number).groups) {
    parts.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return parts.filter(Boolean).join(' ')
}

/**
 * Whether the last digit agrees with the others (Luhn).
 * @param {string} number digits
 */
export function isCardNumber(number) {
  let sum = 0
  for (const [at, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/**
 * Why this card cannot be used; '' where it can.
 * @param {string} number digits
 */
export function numberProblem(number) {
  if (number === '') return 'Enter the card number.'
  if (!networkOf(number).lengths.includes(number.length)) return 'This card number is too short.'
  if (!isCardNumber(number)) return 'This card number is not valid. Please check the digits.'
  if (!testCardOf(number))
    return 'Only test cards work here. Please pick one below; never enter a real card.'
  return ''
}

/**
 * Why a card that ends then cannot be used; '' where it can.
 * @param {string} text MM / YY
 * @param {Date} now
 */
export function expiryProblem(text, now) {
  const [month = '', year = ''] = text.split('/').map((part) => part.trim())
  if (month === '') return 'Enter the expiry date.'
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^\d\d$/.test(year)) return 'Enter the date as MM / YY.'
  const ends = new Date(2000 + Number(year), Number(month), 1)
  if (ends <= now) return 'This card has expired.'
  if (ends.getFullYear() > now.getFullYear() + 20) return 'Check the year.'
  return ''
}
