// @ts-check
import { element } from './dom.js'

/**
 * A field with its label above and its problem below.
 * @param {{ id: string, label: string, value?: string, hint?: string, aside?: Node, attributes?: Record<string, unknown> }} of
 */
export function createField({ id, label, value = '', hint, aside, attributes = {} }) {
  const input = element('input', {
    id,
    class: 'input',
    type: 'text',
    // A browser would offer people's real cards, which must not get here.
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-describedby': hint === undefined ? `${id}-problem` : `${id}-hint ${id}-problem`,
    ...attributes,
  })
  input.value = value
  const problem = element('p', { id: `${id}-problem`, class: 'problem', hidden: true })
  const box = element(
    'div',
    { class: 'field' },
    element('label', { for: id, class: 'label', text: label }),
    element('div', { class: 'control' }, input, aside ?? null),
    hint === undefined ? null : element('p', { id: `${id}-hint`, class: 'hint', text: hint }),
    problem,
  )
  /** @param {string} text '' where nothing is wrong */
  const say = (text) => {
    problem.textContent = text
    problem.hidden = text === ''
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  return { box, input, say }
}

/**
 * Keeps what is typed in a form of digits and separators, with the caret where it was among the digits.
 * @param {HTMLInputElement} input
 * @param {(digits: string) => string} format
 */
export function formatWhileTyping(input, format) {
  input.addEventListener('input', () => {
    const caret = input.selectionStart ?? input.value.length
    const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
    const atEnd = caret === input.value.length
    input.value = format(input.value.replace(/\D/g, ''))
    if (atEnd) return
    let place = 0
    for (let seen = 0; place < input.value.length && seen < digitsBefore; place += 1) {
      if (/\d/.test(input.value[place] ?? '')) seen += 1
    }
    input.setSelectionRange(place, place)
  })
}
