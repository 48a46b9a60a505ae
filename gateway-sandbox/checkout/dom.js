// @ts-check

/**
 * Makes an element. `class`, `text` and listeners (`onclick`) are set as such, everything else as an attribute; what is
 * undefined or false is left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {(Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue
    if (name === 'text') made.textContent = String(value)
    else if (name.startsWith('on')) {
      made.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    } else made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

/**
 * A drawing of 24 by 24 that says nothing to a screen reader.
 * @param {string[]} paths
 * @param {string} [className]
 */
export function icon(paths, className = 'icon') {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', className)
  svg.setAttribute('aria-hidden', 'true')
  for (const d of paths) {
    const path = document.createElementNS(namespace, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

export const icons = {
  close: ['M6 6l12 12', 'M18 6L6 18'],
  card: [
    'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
    'M3 10h18',
    'M7 15h3',
  ],
  phone: ['M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z', 'M11 18h2'],
  alert: ['M12 3.5l9 16H3z', 'M12 10v4', 'M12 16.8v.2'],
  tick: ['M5 12.5l4.5 4.5L19 7.5'],
  cross: ['M7 7l10 10', 'M17 7L7 17'],
  clock: ['M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18', 'M12 7v5l3 2'],
  flask: ['M9 3h6', 'M10 3v6l-5 9a2 2 0 0 0 1.8 3h10.4a2 2 0 0 0 1.8-3l-5-9V3', 'M7.5 15h9'],
}
