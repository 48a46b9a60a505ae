// @ts-check
import {
  expiryProblem,
  groupDigits,
  networkOf,
  numberProblem,
  offeredCards,
  testCardOf,
} from './cards.js'
import { element } from './dom.js'
import { createField, formatWhileTyping } from './field.js'

/**
 * @param {{ name: string }} prefill
 * @returns {import('./types.d.ts').PayForm}
 */
export function createCardForm(prefill) {
  const brand = element('span', { class: 'brand-tag', 'aria-live': 'polite' })
  const number = createField({
    id: 'card-number',
    label: 'Card number',
    aside: brand,
    attributes: { inputmode: 'numeric', placeholder: '0000 0000 0000 0000', maxlength: 23 },
  })
  const expiry = createField({
    id: 'card-expiry',
    label: 'Expiry',
    attributes: { inputmode: 'numeric', placeholder: 'MM / YY', maxlength: 9 },
  })
  const cvv = createField({
    id: 'card-cvv',
    label: 'CVV',
    attributes: { inputmode: 'numeric', placeholder: '3 digits', maxlength: 4 },
  })
  const name = createField({
    id: 'card-name',
    label: 'Name on card',
    value: prefill.name,
    attributes: { autocapitalize: 'words', maxlength: 80 },
  })
  const digits = () => number.input.value.replace(/\D/g, '')
  const showBrand = () => {
    const network = networkOf(digits())
    brand.textContent = network.name
    cvv.input.maxLength = network.cvv
    cvv.input.placeholder = `${network.cvv} digits`
  }

  formatWhileTyping(number.input, (typed) => {
    const { lengths } = networkOf(typed)
    return groupDigits(typed.slice(0, Math.max(...lengths)))
  })
  formatWhileTyping(expiry.input, formatExpiry)
  formatWhileTyping(cvv.input, (typed) => typed.slice(0, networkOf(digits()).cvv))
  number.input.addEventListener('input', showBrand)

  const checks = [
    { field: number, problem: () => numberProblem(digits()) },
    { field: expiry, problem: () => expiryProblem(expiry.input.value, new Date()) },
    { field: cvv, problem: () => cvvProblem(cvv.input.value, networkOf(digits()).cvv) },
    {
      field: name,
      problem: () => (name.input.value.trim() === '' ? 'Enter the name on the card.' : ''),
    },
  ]
  for (const { field } of checks) field.input.addEventListener('input', () => field.say(''))

  /** @param {string} wanted */
  const fill = (wanted) => {
    number.input.value = groupDigits(wanted)
    showBrand()
    expiry.input.value = formatExpiry(`12${String(new Date().getFullYear() + 3).slice(2)}`)
    cvv.input.value = '1234'.slice(0, networkOf(wanted).cvv)
    if (name.input.value.trim() === '') name.input.value = 'Test Payer'
    for (const { field } of checks) field.say('')
  }

  return {
    element: element(
      'div',
      { class: 'fields' },
      number.box,
      element('div', { class: 'pair' }, expiry.box, cvv.box),
      name.box,
      createOffers(fill),
    ),
    read() {
      const wrong = checks.filter(({ field, problem }) => {
        field.say(problem())
        return problem() !== ''
      })
      wrong[0]?.field.input.focus()
      if (wrong.length > 0) return null
      const card = testCardOf(digits())
      return {
        method: 'card',
        outcome: card?.fails === undefined ? 'success' : 'failure',
        ...(card?.fails !== undefined && { reason: card.fails }),
        card: {
          last4: digits().slice(-4),
          network: networkOf(digits()).name,
          name: name.input.value.trim(),
          international: card?.international ?? false,
        },
      }
    },
  }
}

/** @param {(number: string) => void} fill */
function createOffers(fill) {
  const chips = offeredCards.map(({ number, label, says }) =>
    element(
      'button',
      { type: 'button', class: 'chip', onclick: () => fill(number) },
      element('span', { class: 'chip-name', text: label }),
      element('span', { class: says === 'succeeds' ? 'chip-good' : 'chip-bad', text: says }),
    ),
  )
  return element(
    'div',
    { class: 'offers', role: 'group', 'aria-label': 'Use a test card' },
    element('p', { class: 'offers-title', text: 'Use a test card' }),
    element('div', { class: 'chips' }, ...chips),
  )
}

/** @param {string} digits */
function formatExpiry(digits) {
  // A month that begins with 2 to 9 has one digit.
  const full = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const [month, year] = [full.slice(0, 2), full.slice(2, 4)]
  return year === '' ? month : `${month} / ${year}`
}

/**
 * @param {string} text
 * @param {number} length
 */
function cvvProblem(text, length) {
  if (text === '') return 'Enter the CVV.'
  return text.length === length ? '' : `The CVV has ${length} digits.`
}
