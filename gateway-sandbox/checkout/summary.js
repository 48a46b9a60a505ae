// @ts-check
import { element } from './dom.js'

/**
 * Paise as ₹1,00,000.00.
 * @param {import('./types.d.ts').CheckoutOptions} options
 */
export function amountText({ amount, currency = 'INR' }) {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(
    Number(amount) / 100,
  )
}

/**
 * Who is paid, for what, how much, and by whom.
 * @param {import('./types.d.ts').CheckoutOptions} options
 */
export function createSummary(options) {
  const { name = 'Payment', description, image, prefill = {} } = options
  const timeLeft = element('p', { class: 'time-left', hidden: true })
  const mark = image
    ? element('img', { class: 'logo', src: image, alt: '' })
    : element('span', { class: 'logo', 'aria-hidden': 'true', text: [...name][0] ?? '' })
  const payer = [prefill.name, prefill.email, prefill.contact].filter(Boolean)
  const summary = element(
    'section',
    { class: 'summary', 'aria-label': 'Order summary' },
    element(
      'div',
      { class: 'who' },
      mark,
      element(
        'div',
        { class: 'who-text' },
        element('h2', { id: 'title', class: 'name', text: name }),
        description ? element('p', { class: 'description', text: description }) : null,
      ),
    ),
    element(
      'div',
      { class: 'sum' },
      element('p', { class: 'sum-label', text: 'To pay' }),
      element('p', { class: 'sum-amount', text: amountText(options) }),
      timeLeft,
    ),
    element(
      'div',
      { class: 'details' },
      payer.length > 0
        ? element(
            'div',
            {},
            element('p', { class: 'sum-label', text: 'Paying as' }),
            ...payer.map((line) => element('p', { class: 'detail', text: line })),
          )
        : null,
      element(
        'div',
        {},
        element('p', { class: 'sum-label', text: 'Order' }),
        element('p', { class: 'detail detail-id', text: options.order_id }),
      ),
    ),
  )
  return { summary, timeLeft }
}
