// @ts-check
import { element, icon } from './dom.js'

/**
 * @param {{ id: string, label: string, paths: string[], panel: HTMLElement }[]} tabs
 */
export function createTabs(tabs) {
  const buttons = tabs.map(({ id, label, paths, panel }, at) => {
    panel.id = `${id}-panel`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', `${id}-tab`)
    return element(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${id}-tab`,
        class: 'tab',
        'aria-controls': `${id}-panel`,
        onclick: () => choose(at),
      },
      icon(paths),
      label,
    )
  })
  const list = element(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': 'How to pay' },
    ...buttons,
  )
  list.addEventListener('keydown', (event) => {
    const to = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose((chosen + to + tabs.length) % tabs.length)
    buttons[chosen]?.focus()
  })
  let chosen = 0

  /** @param {number} at */
  function choose(at) {
    chosen = at
    for (const [place, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(place === at))
      button.tabIndex = place === at ? 0 : -1
      const panel = tabs[place]?.panel
      if (panel) panel.hidden = place !== at
    }
  }
  choose(0)
  return { list, choose, chosen: () => chosen }
}
