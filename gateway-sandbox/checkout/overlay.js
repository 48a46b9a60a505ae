// @ts-check
import { element } from './dom.js'
import { styles } from './styles.js'

const leavingMs = 200

/**
 * Puts `content` over the page as a modal dialog, in a shadow root where no style of the page reaches it. The browser's
 * own dialog keeps the focus inside and the page behind out of reach.
 * @param {HTMLElement} content with the dialog's title as `#title`
 * @param {{ onEscape: () => void, onBackdrop: () => void, onClosed: () => void }} events `onClosed`: the browser closed it
 */
export function dialogIn(content, { onEscape, onBackdrop, onClosed }) {
  const opener = document.activeElement
  const host = element('div', { 'data-payment-sheet': '' })
  // Follows the page's scheme where it has one, else the system's.
  if (getComputedStyle(document.documentElement).colorScheme === 'normal') {
    host.style.colorScheme = 'light dark'
  }
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  shadow.adoptedStyleSheets = [sheet]
  const dialog = element('dialog', { class: 'dialog', 'aria-labelledby': 'title' }, content)
  shadow.append(dialog)
  document.body.append(host)
  keepToItself(host)
  const unlock = lockScrolling()

  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onEscape()
  })
  // The back gesture of a phone, which asks as Escape does.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onEscape()
  })
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) onBackdrop()
  })
  dialog.addEventListener('close', () => onClosed())
  dialog.showModal()

  return {
    /** @param {() => void} then called once the sheet is gone */
    close(then) {
      const remove = () => {
        dialog.close()
        host.remove()
        unlock()
        then()
        giveBackFocus(opener)
      }
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      dialog.classList.add('leaving')
      if (isStill) remove()
      else setTimeout(remove, leavingMs)
    },
  }
}

/**
 * What happens in the sheet is none of the page's business: dialogs of the page that are open below it would take its
 * keys and stop it from scrolling.
 * @param {HTMLElement} host
 */
function keepToItself(host) {
  for (const type of ['keydown', 'keyup', 'wheel', 'touchmove', 'mousedown', 'click', 'focusin']) {
    host.addEventListener(type, (event) => event.stopPropagation(), { passive: true })
  }
}

/** @returns {() => void} undoes it */
function lockScrolling() {
  const { style } = document.documentElement
  const before = { overflow: style.overflow, paddingRight: style.paddingRight }
  const scrollbar = window.innerWidth - document.documentElement.clientWidth
  style.overflow = 'hidden'
  if (scrollbar > 0) style.paddingRight = `${scrollbar}px`
  return () => Object.assign(style, before)
}

/**
 * The browser does so itself, but not where the opener was disabled meanwhile: then as soon as it can be focused.
 * @param {Element | null} opener
 */
function giveBackFocus(opener) {
  const tryOnce = () => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
  }
  tryOnce()
  requestAnimationFrame(() => requestAnimationFrame(tryOnce))
}
