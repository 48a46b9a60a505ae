// @ts-check
import { createCardForm } from './card-form.js'
import { themeOf } from './colour.js'
import { element, icon, icons } from './dom.js'
import { dialogIn } from './overlay.js'
import { failurePanel, leaveQuestion, processingPanel, successPanel } from './panels.js'
import { pay } from './pay.js'
import { amountText, createSummary } from './summary.js'
import { createTabs } from './tabs.js'
import { createUpiForm } from './upi-form.js'

/** Shorter than this an answer would look like none. */
const processingAtLeastMs = 700
const successShownMs = 1300

/**
 * Shows the payment sheet.
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {URL} folder where the sandbox is
 * @param {import('./types.d.ts').SheetEvents} events each of `onPaid` and `onDismissed` once at most, after it closed
 * @returns {import('./types.d.ts').Sheet}
 */
export function openSheet(options, folder, events) {
  const { modal = {} } = options
  const amount = amountText(options)
  /** @type {'entering' | 'asking' | 'done'} */
  let step = 'entering'
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let isAsked = false

  const { summary, timeLeft } = createSummary(options)
  const form = createForm(options, amount)
  const work = element('section', { class: 'work', 'aria-label': 'How to pay' }, form.element)
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close payment', onclick: () => leave() },
    icon(icons.close),
  )
  const columns = element('div', { class: 'columns' }, summary, work, close)
  const sheet = element('div', { class: 'sheet' }, testMark(), columns)
  const theme = themeOf(options.theme?.color)
  sheet.style.setProperty('--theme', theme.theme)
  sheet.style.setProperty('--on-theme', theme.onTheme)
  sheet.dataset.onTheme = theme.edge
  const dialog = dialogIn(sheet, {
    onEscape: () => (isAsked ? stay() : (modal.escape ?? true) && leave()),
    onBackdrop: () => modal.backdropclose === true && leave(),
    onClosed: () => end(() => events.onDismissed()),
  })
  const stopClock = countDown(options.timeout, timeLeft, () => {
    if (step === 'entering') end(() => events.onDismissed('timeout'))
    return step !== 'asking'
  })
  form.onSubmit((wish, late) => void send(wish, late))
  form.focus()

  /** @param {import('./panels.js').Panel} panel */
  function show(panel) {
    // The sheet keeps its size, so that nothing jumps while people look at it.
    work.style.minHeight = `${work.offsetHeight}px`
    work.replaceChildren(panel.element)
    panel.focus.focus()
  }
  function showForm() {
    work.replaceChildren(form.element)
    form.focus()
  }
  /**
   * @param {import('./types.d.ts').Wish} wish
   * @param {boolean} late
   */
  async function send(wish, late) {
    step = 'asking'
    close.disabled = true
    show(processingPanel())
    const [answer] = await Promise.all([
      pay(options, folder, wish, late),
      passed(processingAtLeastMs),
    ])
    if (step !== 'asking') return // The page has taken the sheet away.
    if ('paid' in answer) return succeed(answer.paid)
    step = 'entering'
    close.disabled = false
    if ('unreachable' in answer) return show(unreachablePanel(showForm))
    show(declinedPanel(answer.failed, options, { showForm, form, leave: () => dismiss() }))
    events.onFailed(answer.failed)
  }
  /** @param {import('./types.d.ts').HandlerFields} payment */
  function succeed(payment) {
    step = 'done'
    show(successPanel(amount, payment.razorpay_payment_id))
    timer = setTimeout(() => end(() => events.onPaid(payment)), successShownMs)
  }
  function leave() {
    if (step !== 'entering' || isAsked) return
    if (!modal.confirm_close) return dismiss()
    isAsked = true
    const question = leaveQuestion({ onStay: stay, onLeave: dismiss })
    columns.inert = true
    sheet.append(question.element)
    question.focus.focus()
  }
  function stay() {
    isAsked = false
    sheet.lastElementChild?.remove()
    columns.inert = false
    close.focus()
  }
  function dismiss() {
    end(() => events.onDismissed())
  }
  let hasEnded = false
  /** @param {() => void} tell */
  function end(tell) {
    if (hasEnded) return
    hasEnded = true
    step = 'done'
    clearTimeout(timer)
    stopClock()
    dialog.close(tell)
  }
  return { close: () => end(() => {}) }
}

/** Always visible, so that the sheet is not mistaken for a real payment. */
function testMark() {
  return element(
    'p',
    { class: 'test-mark' },
    icon(icons.flask),
    element('span', { text: 'Test mode – no money moves' }),
  )
}

/**
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {string} amount
 */
function createForm(options, amount) {
  const card = createCardForm({ name: prefilledName(options) })
  const upi = createUpiForm()
  const forms = [card, upi]
  const tabs = createTabs([
    { id: 'card', label: 'Card', paths: icons.card, panel: card.element },
    { id: 'upi', label: 'UPI', paths: icons.phone, panel: upi.element },
  ])
  const late = element('input', { type: 'checkbox', id: 'late', 'aria-describedby': 'late-hint' })
  /** @type {(wish: import('./types.d.ts').Wish, late: boolean) => void} */
  let submitted = () => {}
  const made = element(
    'form',
    {
      class: 'form',
      novalidate: true,
      /** @param {Event} event */
      onsubmit: (event) => {
        event.preventDefault()
        const wish = forms[tabs.chosen()]?.read()
        if (wish) submitted(wish, late.checked)
      },
    },
    element(
      'div',
      { class: 'form-body' },
      element('h3', { class: 'work-title', text: 'How would you like to pay?' }),
      tabs.list,
      card.element,
      upi.element,
      element(
        'div',
        { class: 'late' },
        late,
        element(
          'div',
          {},
          element('label', { for: 'late', text: 'Bank responds late' }),
          element('p', {
            id: 'late-hint',
            class: 'hint',
            text: 'Fails first, then succeeds a few seconds later.',
          }),
        ),
      ),
    ),
    element('button', { type: 'submit', class: 'pay', text: `Pay ${amount}` }),
  )
  return {
    element: made,
    focus: () => {
      // On a phone the keyboard would cover half of the sheet before anybody has seen it.
      const isTouched = matchMedia('(pointer: coarse)').matches
      const place = isTouched ? tabs.list : forms[tabs.chosen()]?.element
      /** @type {NodeListOf<HTMLElement> | undefined} */
      const found = place?.querySelectorAll(isTouched ? '[aria-selected="true"]' : 'input')
      found?.[0]?.focus()
    },
    /** Offers the other way to pay. */
    switchTab: () => tabs.choose(tabs.chosen() === 0 ? 1 : 0),
    /** @param {(wish: import('./types.d.ts').Wish, late: boolean) => void} listener */
    onSubmit: (listener) => {
      submitted = listener
    },
  }
}

/** The product's stand-in for a missing name is none. @param {import('./types.d.ts').CheckoutOptions} options */
function prefilledName({ prefill }) {
  return prefill?.name === 'Guest' ? '' : (prefill?.name ?? '')
}

/** @param {() => void} tryAgain */
function unreachablePanel(tryAgain) {
  return failurePanel({
    title: 'No response',
    text: 'We could not reach the payment service, so we do not know yet if this payment went through. Check your connection and try again. You will not be charged twice for one order.',
    icon: 'alert',
    main: { text: 'Try again', onclick: tryAgain },
  })
}

/**
 * @param {import('./types.d.ts').PaymentError} error
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {{ showForm: () => void, form: { switchTab: () => void }, leave: () => void }} next
 */
function declinedPanel(error, { retry }, { showForm, form, leave }) {
  const isLate = error.reason === 'payment_timed_out'
  const isFinal = error.reason === 'order_already_paid'
  const mayRetry =
    !isFinal && retry !== false && (typeof retry !== 'object' || retry.enabled !== false)
  const title = isFinal ? 'Already paid' : isLate ? 'Waiting for the bank' : 'Payment failed'
  return failurePanel({
    title,
    text: error.description,
    paymentId: error.metadata?.payment_id,
    icon: isLate ? 'clock' : isFinal ? 'alert' : 'cross',
    main: mayRetry ? { text: 'Try again', onclick: showForm } : { text: 'Close', onclick: leave },
    other: mayRetry
      ? {
          text: 'Pay another way',
          onclick: () => {
            form.switchTab()
            showForm()
          },
        }
      : undefined,
  })
}

/**
 * Shows how long is left of `seconds`.
 * @param {number | undefined} seconds
 * @param {HTMLElement} place
 * @param {() => boolean} onOver returns whether it may stop; else it is asked again
 * @returns {() => void} stops
 */
function countDown(seconds, place, onOver) {
  if (!seconds) return () => {}
  const endsAt = Date.now() + seconds * 1000
  const tell = () => {
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
    place.textContent = `Time left ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    if (left === 0 && onOver()) clearInterval(timer)
  }
  const timer = setInterval(tell, 500)
  place.hidden = false
  tell()
  return () => clearInterval(timer)
}

/** @param {number} ms @returns {Promise<void>} */
const passed = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
