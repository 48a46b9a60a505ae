// @ts-check
import { pay } from './pay.js'
import { readForm } from './read-form.js'

const successShownMs = 1300

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
 * Shows the payment sheet as a modal dialog. After it closed, it calls `handler` or `modal.ondismiss` of the options.
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {URL} folder where the sandbox is
 * @param {{ onFailed: (error: import('./types.d.ts').PaymentError) => void, onClosed: () => void }} events
 * @returns {() => void} closes the sheet without a call
 */
export function openSheet(options, folder, { onFailed, onClosed }) {
  const { modal = {}, prefill = {}, currency = 'INR' } = options
  const opener = document.activeElement
  const host = addHost()
  /** @param {string} selector @returns {any} */
  const find = (selector) => host.shadowRoot?.querySelector(selector)
  /** @type {HTMLDialogElement} */
  const dialog = find('#sheet')
  /** @type {HTMLDialogElement} */
  const question = find('#question')
  /** @type {HTMLFormElement} */
  const form = find('#form')
  /** @type {HTMLElement} */
  const result = find('#result')
  /** @type {'entering' | 'paying' | 'done'} */
  let step = 'entering'

  const amount = new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(
    Number(options.amount) / 100,
  )
  const payer = [prefill.name, prefill.email, prefill.contact].filter(Boolean)
  if (options.name) find('#name').textContent = options.name
  find('#description').textContent = options.description ?? ''
  find('#amount').textContent = amount
  find('#payer').textContent = payer.join(', ')
  find('#pay').textContent = `Pay ${amount}`
  if (options.theme?.color) host.style.setProperty('--theme', options.theme.color)

  form.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) fillIn(target.dataset)
  })
  form.addEventListener('input', () => showProblem())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (step === 'entering') void send()
  })
  find('#close').addEventListener('click', leave)
  question.addEventListener('close', () => {
    if (question.returnValue === 'leave') dismiss()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !question.open) leaveByKey(event)
  })
  // The back gesture of a phone.
  dialog.addEventListener('cancel', leaveByKey)
  dialog.addEventListener('mousedown', ({ target }) => {
    if (target === dialog && modal.backdropclose) leave()
  })
  // The browser may close the dialog by itself.
  dialog.addEventListener('close', dismiss)
  dialog.showModal()
  // On a phone the focus on a text field would open the keyboard over half of the sheet.
  find(matchMedia('(pointer: coarse)').matches ? '[value=card]' : '[name=number]').focus()
  const clock = startClock()

  async function send() {
    const wish = readForm(new FormData(form))
    if ('problem' in wish) return showProblem(wish)
    setStep('paying')
    report('', 'Contacting the bank…', 'Please do not close this page or go back.')
    find('#pay').focus()
    const { paid, failed } = await pay(options, folder, wish)
    if (step !== 'paying') return // The page has closed the sheet.
    setStep(paid ? 'done' : 'entering')
    if (paid) {
      report('good', 'Payment successful', `${amount} (test)\n${paid.razorpay_payment_id}`)
      setTimeout(() => end(() => options.handler?.(paid)), successShownMs)
    } else {
      showFailure(failed)
      if (failed) onFailed(failed)
    }
  }

  /** @param {import('./types.d.ts').PaymentError | undefined} error undefined if the result is unknown */
  function showFailure(error) {
    if (!error) {
      const advice = 'Check your connection and pay again. One order is charged only once.'
      return report('', 'No response', `We do not know if this payment succeeded. ${advice}`)
    }
    const { reason, description, metadata } = error
    const isPaid = reason === 'order_already_paid'
    const isLate = reason === 'payment_timed_out'
    const title = isPaid ? 'Already paid' : isLate ? 'Waiting for the bank' : 'Payment failed'
    report(isPaid || isLate ? '' : 'bad', title, `${description}\n${metadata?.payment_id ?? ''}`)
    if (options.retry?.enabled !== false && !isPaid) return
    find('#fields').disabled = true
    find('#pay').hidden = true
    find('#close').focus()
  }

  /** @param {typeof step} next */
  function setStep(next) {
    step = next
    const isBusy = step !== 'entering'
    find('#fields').disabled = isBusy
    find('#close').disabled = isBusy
    find('#pay').ariaDisabled = String(isBusy)
  }

  /** @param {'good' | 'bad' | ''} tone @param {string} title @param {string} text */
  function report(tone, title, text) {
    result.hidden = false
    result.dataset.tone = tone
    find('#result h3').textContent = title
    find('#result p').textContent = text
  }

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
    result.hidden = true
    const input = find(`[name=${invalid.field}]`)
    input.parentElement.after(problem)
    input.focus()
  }

  function startClock() {
    if (!options.timeout) return undefined
    const endsAt = Date.now() + options.timeout * 1000
    const showTimeLeft = () => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      const seconds = String(left % 60).padStart(2, '0')
      find('#time-left').textContent = `Time left ${Math.floor(left / 60)}:${seconds}`
      // A payment that is being sent is not interrupted.
      if (left === 0 && step === 'entering') end(() => modal.ondismiss?.('timeout'))
    }
    showTimeLeft()
    return setInterval(showTimeLeft, 500)
  }

  function leave() {
    if (step !== 'entering') return
    if (!modal.confirm_close) return dismiss()
    question.returnValue = ''
    question.showModal()
  }
  /** @param {Event} event */
  function leaveByKey(event) {
    event.preventDefault()
    if (modal.escape !== false) leave()
  }
  function dismiss() {
    end(() => modal.ondismiss?.())
  }

  /** @param {() => void} [notify] */
  function end(notify) {
    if (!host.isConnected) return
    step = 'done'
    clearInterval(clock)
    dialog.close()
    host.remove()
    onClosed()
    notify?.()
    returnFocus(opener)
  }
  return () => end()
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

/**
 * The browser does not return the focus if the opener is disabled until the page has handled the event.
 * @param {Element | null} opener
 */
function returnFocus(opener) {
  const focus = () => {
    const isLost = !document.activeElement || document.activeElement === document.body
    if (isLost && opener instanceof HTMLElement) opener.focus()
  }
  requestAnimationFrame(() => requestAnimationFrame(focus))
}
