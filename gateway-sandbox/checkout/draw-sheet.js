// @ts-check
import { readForm } from './read-form.js'

/** @param {string} name */
async function readFile(name) {
  const response = await fetch(new URL(name, import.meta.url))
  if (!response.ok) throw new Error(`${name}: status ${response.status}`)
  return response.text()
}
const [html, css] = await Promise.all([readFile('sheet.html'), readFile('sheet.css')])
const styles = new CSSStyleSheet()
styles.replaceSync(css)

/**
 * Draws the payment sheet in a new element of the page.
 * @param {import('./types.d.ts').CheckoutOptions} options
 */
export function drawSheet({ prefill = {}, currency = 'INR', ...options }) {
  const host = addHost()
  /** @param {string} selector @returns {any} */
  const find = (selector) => host.shadowRoot?.querySelector(selector)
  const amount = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(
    Number(options.amount) / 100,
  )
  if (options.name) find('#name').textContent = options.name
  find('#description').textContent = options.description ?? ''
  find('#amount').textContent = amount
  find('#payer').textContent = [prefill.name, prefill.email, prefill.contact]
    .filter(Boolean)
    .join(', ')
  find('#pay').textContent = `Pay ${amount}`
  if (options.theme?.color) host.style.setProperty('--theme', options.theme.color)
  return { host, amount, find, ...createForm(find), ...createResult(find) }
}

/** @param {(selector: string) => any} find */
function createForm(find) {
  /** @type {HTMLFormElement} */
  const form = find('#form')
  /** @param {DOMStringMap} sample the data of a button with a test card or a test UPI ID */
  function fillIn({ card, vpa }) {
    if (vpa) find('[name=vpa]').value = vpa
    if (card) {
      find('[name=number]').value = card
      find('[name=expiry]').value = `12 / ${String(new Date().getFullYear() + 3).slice(2)}`
      find('[name=cvv]').value = '123'
    }
    if (card || vpa) showProblem()
  }

  /** @param {import('./read-form.js').Problem} [invalid] undefined if no field is known to be invalid */
  function showProblem(invalid) {
    const problem = find('#problem')
    problem.textContent = invalid?.problem ?? ''
    for (const input of form.querySelectorAll('input')) {
      input.ariaInvalid = String(input.name === invalid?.field)
    }
    if (!invalid) return
    find('#result').hidden = true
    const input = find(`[name=${invalid.field}]`)
    input.parentElement.after(problem)
    input.focus()
  }

  form.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) fillIn(target.dataset)
  })
  form.addEventListener('input', () => showProblem())
  return {
    form,
    /** Focuses the first field. On a phone the focus on a text field would open the keyboard over half of the sheet. */
    focus: () =>
      find(matchMedia('(pointer: coarse)').matches ? '[value=card]' : '[name=number]').focus(),
    /** @param {boolean} isBusy */
    setBusy(isBusy) {
      find('#fields').disabled = isBusy
      find('#close').disabled = isBusy
      find('#pay').ariaDisabled = String(isBusy)
    },
    /** Returns what the buyer has entered, or undefined after a problem is shown. */
    read() {
      const wish = readForm(new FormData(form))
      if (!('problem' in wish)) return wish
      showProblem(wish)
    },
  }
}

/** @param {(selector: string) => any} find */
function createResult(find) {
  /** @param {'good' | 'bad' | ''} tone @param {string} title @param {string} text */
  function report(tone, title, text) {
    find('#result').hidden = false
    find('#result').dataset.tone = tone
    find('#result h3').textContent = title
    find('#result p').textContent = text
  }

  /**
   * @param {import('./types.d.ts').PaymentError | undefined} error undefined if the result is unknown
   * @param {boolean} canRetry
   */
  function showFailure(error, canRetry) {
    if (!error) {
      const advice = 'Check your connection and pay again. One order is charged only once.'
      return report('', 'No response', `We do not know if this payment succeeded. ${advice}`)
    }
    const { reason, description, metadata } = error
    const isPaid = reason === 'order_already_paid'
    const isLate = reason === 'payment_timed_out'
    const title = isPaid ? 'Already paid' : isLate ? 'Waiting for the bank' : 'Payment failed'
    report(isPaid || isLate ? '' : 'bad', title, `${description}\n${metadata?.payment_id ?? ''}`)
    if (canRetry && !isPaid) return
    find('#fields').disabled = true
    find('#pay').hidden = true
    find('#close').focus()
  }
  return { report, showFailure }
}

/** Adds an element in which no style of the page applies, and whose events the page does not receive. */
function addHost() {
  const host = document.createElement('div')
  host.dataset.paymentSheet = ''
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [styles]
  shadow.innerHTML = html
  document.body.append(host)
  // An open dialog of the page would handle the keys of the sheet, take its focus and stop its scrolling.
  for (const type of ['keydown', 'keyup', 'wheel', 'touchmove', 'mousedown', 'click', 'focusin']) {
    host.addEventListener(type, (event) => event.stopPropagation(), { passive: true })
  }
  return host
}
