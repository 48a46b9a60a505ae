// @ts-check
import { drawSheet } from './draw-sheet.js'
import { pay } from './pay.js'

const successShownMs = 1300

/**
 * Shows the payment sheet as a modal dialog. After it closed, it calls `handler` or `modal.ondismiss` of the options.
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {URL} folder where the sandbox is
 * @param {{ onFailed: (error: import('./types.d.ts').PaymentError) => void, onClosed: () => void }} events
 * @returns {() => void} closes the sheet without a call
 */
export function openSheet(options, folder, { onFailed, onClosed }) {
  const { modal = {} } = options
  const opener = document.activeElement
  const sheet = drawSheet(options)
  /** @type {'entering' | 'paying' | 'done'} */
  let step = 'entering'

  async function send() {
    const wish = step === 'entering' && sheet.read()
    if (!wish) return
    setStep('paying')
    sheet.report('', 'Contacting the bank…', 'Please do not close this page or go back.')
    sheet.find('#pay').focus()
    const { paid, failed } = await pay(options, folder, wish)
    if (step !== 'paying') return // The page has closed the sheet.
    setStep(paid ? 'done' : 'entering')
    if (paid) {
      const text = `${sheet.amount} (test)\n${paid.razorpay_payment_id}`
      sheet.report('good', 'Payment successful', text)
      setTimeout(() => end(() => options.handler?.(paid)), successShownMs)
    } else {
      sheet.showFailure(failed, options.retry?.enabled !== false)
      if (failed) onFailed(failed)
    }
  }

  /** @param {typeof step} next */
  function setStep(next) {
    step = next
    sheet.setBusy(step !== 'entering')
  }

  /** @param {() => void} [notify] */
  function end(notify) {
    if (!sheet.host.isConnected) return
    step = 'done'
    stopClock()
    sheet.find('#sheet').close()
    sheet.host.remove()
    onClosed()
    notify?.()
    returnFocus(opener)
  }

  sheet.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  askBeforeLeaving(sheet.find, modal, {
    canLeave: () => step === 'entering',
    dismiss: () => end(() => modal.ondismiss?.()),
  })
  sheet.find('#sheet').showModal()
  sheet.focus()
  const stopClock = startClock(options.timeout, sheet.find('#time-left'), () => {
    // A payment that is being sent is not interrupted.
    if (step === 'entering') end(() => modal.ondismiss?.('timeout'))
  })
  return () => end()
}

/**
 * Closes the sheet by its button, Escape, the back gesture and a press beside it, as the options allow.
 * @param {(selector: string) => any} find
 * @param {NonNullable<import('./types.d.ts').CheckoutOptions['modal']>} modal
 * @param {{ canLeave: () => boolean, dismiss: () => void }} actions
 */
function askBeforeLeaving(find, modal, { canLeave, dismiss }) {
  /** @type {HTMLDialogElement} */
  const dialog = find('#sheet')
  /** @type {HTMLDialogElement} */
  const question = find('#question')
  const leave = () => {
    if (!canLeave()) return
    if (!modal.confirm_close) return dismiss()
    question.returnValue = ''
    question.showModal()
  }
  /** @param {Event} event */
  const leaveByKey = (event) => {
    event.preventDefault()
    if (modal.escape !== false) leave()
  }
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
}

/**
 * Shows the time that is left.
 * @param {number | undefined} seconds undefined: no limit
 * @param {HTMLElement} label
 * @param {() => void} onOver called until the clock is stopped
 * @returns {() => void} stops the clock
 */
function startClock(seconds, label, onOver) {
  if (!seconds) return () => {}
  const endsAt = Date.now() + seconds * 1000
  const showTimeLeft = () => {
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
    label.textContent = `Time left ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    if (left === 0) onOver()
  }
  showTimeLeft()
  const timer = setInterval(showTimeLeft, 500)
  return () => clearInterval(timer)
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
