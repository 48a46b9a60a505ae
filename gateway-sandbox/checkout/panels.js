// @ts-check
import { element, icon, icons } from './dom.js'

// The panels that replace the form while it is sent and afterwards. Each has the button that gets the focus.

/** @typedef {{ element: HTMLElement, focus: HTMLElement }} Panel */

/** @returns {Panel} */
export function processingPanel() {
  const title = element('h3', { class: 'panel-title', tabindex: -1, text: 'Contacting the bank…' })
  return {
    element: element(
      'div',
      { class: 'panel', role: 'status' },
      element('span', { class: 'spinner', 'aria-hidden': 'true' }),
      title,
      element('p', { class: 'panel-text', text: 'Please do not close this page or go back.' }),
    ),
    focus: title,
  }
}

/**
 * @param {string} amount
 * @param {string} paymentId
 * @returns {Panel}
 */
export function successPanel(amount, paymentId) {
  const title = element('h3', { class: 'panel-title', tabindex: -1, text: 'Payment successful' })
  return {
    element: element(
      'div',
      { class: 'panel', role: 'status' },
      element('span', { class: 'badge badge-good' }, icon(icons.tick)),
      title,
      element('p', { class: 'panel-text', text: `${amount} (test)` }),
      element('p', { class: 'panel-id', text: paymentId }),
    ),
    focus: title,
  }
}

/**
 * @param {{ title: string, text: string, paymentId?: string | undefined, icon: 'cross' | 'clock' | 'alert',
 *   main: { text: string, onclick: () => void }, other?: { text: string, onclick: () => void } | undefined }} of
 * @returns {Panel}
 */
export function failurePanel({ title, text, paymentId, icon: name, main, other }) {
  const button = element('button', {
    type: 'button',
    class: 'pay',
    text: main.text,
    onclick: main.onclick,
  })
  const tone = name === 'cross' ? 'badge-bad' : 'badge-wait'
  return {
    element: element(
      'div',
      { class: 'panel' },
      element(
        'div',
        { role: 'alert', class: 'panel-said' },
        element('span', { class: `badge ${tone}` }, icon(icons[name])),
        element('h3', { class: 'panel-title', text: title }),
        element('p', { class: 'panel-text', text }),
        paymentId === undefined ? null : element('p', { class: 'panel-id', text: paymentId }),
      ),
      element(
        'div',
        { class: 'panel-actions' },
        button,
        other
          ? element('button', {
              type: 'button',
              class: 'quiet',
              text: other.text,
              onclick: other.onclick,
            })
          : null,
      ),
    ),
    focus: button,
  }
}

/**
 * Asks before the sheet is closed.
 * @param {{ onStay: () => void, onLeave: () => void }} of
 * @returns {Panel}
 */
export function leaveQuestion({ onStay, onLeave }) {
  const stay = element('button', {
    type: 'button',
    class: 'pay',
    text: 'Continue payment',
    onclick: onStay,
  })
  return {
    element: element(
      'div',
      { class: 'question' },
      element(
        'div',
        {
          class: 'question-card',
          role: 'alertdialog',
          'aria-labelledby': 'leave-title',
          'aria-describedby': 'leave-text',
        },
        element('h3', { id: 'leave-title', class: 'panel-title', text: 'Cancel payment?' }),
        element('p', {
          id: 'leave-text',
          class: 'panel-text',
          text: 'You can come back and pay later.',
        }),
        element(
          'div',
          { class: 'panel-actions' },
          stay,
          element('button', { type: 'button', class: 'quiet', text: 'Leave', onclick: onLeave }),
        ),
      ),
    ),
    focus: stay,
  }
}
