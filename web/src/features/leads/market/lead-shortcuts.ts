import { readLocalText, storeLocalText } from '../../../lib/local-texts.ts'

/** Stored for the browser, not for the agent: speech input belongs to the device. */
const storageKey = 'raahi-shortcuts'

/** Whether the keys work. Speech input types single letters, so an agent can turn them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readLocalText(storageKey) !== 'off'
}

export function turnShortcuts(isOn: boolean): void {
  storeLocalText(storageKey, isOn ? 'on' : 'off')
}

const typingPlaces = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'

/**
 * Listens for the keys of the marketplace: j and k move through the leads, b opens the purchase, / goes to the search,
 * ? opens the help. They do nothing in a field, while a dialog is open, or with Ctrl, Alt or Cmd.
 * @param leads the section with the rows; a row has `data-lead`, its button `data-buy`
 * @returns a function that stops listening
 */
export function listenForShortcuts(leads: HTMLElement, openHelp: () => void): () => void {
  let lastLead: string | undefined
  const rows = () => Array.from(leads.querySelectorAll<HTMLElement>('[data-lead]'))
  const currentRow = () => document.activeElement?.closest<HTMLElement>('[data-lead]')

  function move(step: 1 | -1) {
    const all = rows()
    const current = currentRow() ?? all.find(({ dataset }) => dataset.lead === lastLead)
    const next = current ? all[all.indexOf(current) + step] : all[0]
    const row = next ?? current
    lastLead = row?.dataset.lead
    row?.focus()
  }
  const actions: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    b: () => currentRow()?.querySelector<HTMLButtonElement>('[data-buy]')?.click(),
    '/': () => document.querySelector<HTMLInputElement>('main search input')?.focus(),
    '?': openHelp,
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, altKey, metaKey } = event
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action || ctrlKey || altKey || metaKey || event.isComposing) return
    if (target instanceof Element && target.closest(typingPlaces)) return
    if (document.querySelector('[role="dialog"]') || !areShortcutsOn()) return
    event.preventDefault()
    action()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}
