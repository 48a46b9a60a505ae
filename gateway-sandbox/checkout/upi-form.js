// @ts-check
import { element } from './dom.js'
import { createField } from './field.js'

const vpas = /** @type {const} */ ([
  { vpa: 'success@razorpay', says: 'succeeds' },
  { vpa: 'failure@razorpay', says: 'declined' },
])

/** @returns {import('./types.d.ts').PayForm} */
export function createUpiForm() {
  const { box, input, say } = createField({
    id: 'upi-id',
    label: 'UPI ID',
    attributes: { inputmode: 'email', placeholder: 'name@bank', maxlength: 100 },
  })
  input.addEventListener('input', () => say(''))
  const chips = vpas.map(({ vpa, says }) =>
    element(
      'button',
      {
        type: 'button',
        class: 'chip',
        onclick: () => {
          input.value = vpa
          say('')
        },
      },
      element('span', { class: 'chip-name', text: vpa }),
      element('span', { class: says === 'succeeds' ? 'chip-good' : 'chip-bad', text: says }),
    ),
  )
  return {
    element: element(
      'div',
      { class: 'fields' },
      box,
      element(
        'div',
        { class: 'offers', role: 'group', 'aria-label': 'Use a test value' },
        element('p', { class: 'offers-title', text: 'Use a test value' }),
        element('div', { class: 'chips' }, ...chips),
      ),
    ),
    read() {
      const vpa = input.value.trim().toLowerCase()
      const problem = problemOf(vpa)
      say(problem)
      if (problem !== '') {
        input.focus()
        return null
      }
      return vpa === 'success@razorpay'
        ? { method: 'upi', outcome: 'success', vpa }
        : { method: 'upi', outcome: 'failure', reason: 'payment_collect_request_declined', vpa }
    },
  }
}

/** @param {string} vpa */
function problemOf(vpa) {
  if (vpa === '') return 'Enter the UPI ID.'
  if (!/^[\w.-]+@[\w.-]+$/.test(vpa)) return 'A UPI ID looks like name@bank.'
  if (vpas.every((known) => known.vpa !== vpa)) return 'Only the test UPI IDs below work here.'
  return ''
}
