// @ts-check
import { failureOfCard, networkOf } from './cards.js'

/** @typedef {{ field: string, problem: string }} Problem */

/**
 * Reads the method of payment and the outcome of the test value. A card number stays in the browser.
 * @param {FormData} data
 * @returns {import('./types.d.ts').Wish | Problem} the problem of the first invalid field
 */
export function readForm(data) {
  /** @param {string} name */
  const text = (name) => String(data.get(name)).trim()
  const wish =
    text('method') === 'upi'
      ? readVpa(text('vpa').toLowerCase())
      : readCard(text('number').replace(/\D/g, ''), text('expiry'), text('cvv'))
  const isLate = data.has('late') && 'outcome' in wish && wish.outcome === 'success'
  return isLate ? { ...wish, outcome: 'late' } : wish
}

/**
 * @param {string} digits
 * @param {string} expiry
 * @param {string} cvv
 * @returns {import('./types.d.ts').Wish | Problem}
 */
function readCard(digits, expiry, cvv) {
  const reason = failureOfCard(digits)
  if (digits === '') return { field: 'number', problem: 'Enter the card number.' }
  if (reason === undefined) {
    const problem = 'Only test cards work here. Please pick one below; never enter a real card.'
    return { field: 'number', problem }
  }
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/?\s*(\d\d)$/.exec(expiry) ?? []
  if (!month) return { field: 'expiry', problem: 'Enter the date as MM / YY.' }
  if (new Date(2000 + Number(year), Number(month)) <= new Date()) {
    return { field: 'expiry', problem: 'This card has expired.' }
  }
  if (!/^\d{3,4}$/.test(cvv)) return { field: 'cvv', problem: 'Enter the 3 or 4 digits.' }
  const card = { last4: digits.slice(-4), network: networkOf(digits) }
  return reason === 'none'
    ? { method: 'card', outcome: 'success', card }
    : { method: 'card', outcome: 'failure', reason, card }
}

/**
 * @param {string} vpa
 * @returns {import('./types.d.ts').Wish | Problem}
 */
function readVpa(vpa) {
  if (vpa === 'success@razorpay') return { method: 'upi', outcome: 'success', vpa }
  if (vpa === 'failure@razorpay') {
    return { method: 'upi', outcome: 'failure', reason: 'payment_collect_request_declined', vpa }
  }
  const problem = vpa === '' ? 'Enter the UPI ID.' : 'Only the test UPI IDs below work here.'
  return { field: 'vpa', problem }
}
