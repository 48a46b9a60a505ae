import { type RefObject, useEffect } from 'react'
import { readLocalText, storeLocalText } from './local-texts.ts'

/** Stored for the browser, not for the user: speech input belongs to the device. */
const storageKey = 'raahi-shortcuts'

/** Whether the keys work. Speech input types single letters, so a user can turn them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readLocalText(storageKey) !== 'off'
}

export function turnShortcuts(isOn: boolean): void {
  storeLocalText(storageKey, isOn ? 'on' : 'off')
}

/** The keys of a list, besides j and k, which move through its rows, / for the search, and ? for the help. */
export interface ListKeys {
  /** The attribute of a row, with its id. A row can be focused. */
  rowAttribute: string
  /** Selects the detail of the open row, if the buttons are in it instead of in the focused row. */
  detail?: string
  /** The attribute of the button that a key presses. */
  buttons: Readonly<Record<string, string>>
}

const typingPlaces = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'

/**
 * Listens for the keys of a list. They do nothing in a field, while a dialog is open, or with Ctrl, Alt or Cmd.
 * @param list the element with the rows, which another tab replaces
 * @returns a function that stops listening
 */
function listenForShortcuts(
  list: RefObject<HTMLElement | null>,
  { rowAttribute, detail, buttons }: ListKeys,
  openHelp: () => void,
): () => void {
  let lastId: string | null = null
  const rowSelector = `[${rowAttribute}]`
  const currentRow = () => document.activeElement?.closest<HTMLElement>(rowSelector)

  function move(step: 1 | -1) {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])
    const current =
      currentRow() ??
      rows.find((row) => row.getAttribute(rowAttribute) === lastId) ??
      rows.find((row) => row.ariaCurrent === 'true')
    const next = current ? rows[rows.indexOf(current) + step] : rows[0]
    const row = next ?? current
    lastId = row?.getAttribute(rowAttribute) ?? null
    row?.focus()
  }
  function press(button: string) {
    const row = currentRow()
    // The detail can be that of another row: the focus has moved, and the row is not open, or not yet.
    if (detail && row && row.ariaCurrent !== 'true' && row.ariaExpanded !== 'true') return
    const place = detail ? list.current?.querySelector(detail) : row
    place?.querySelector<HTMLButtonElement>(`[${button}]`)?.click()
  }
  const actions: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    '/': () => document.querySelector<HTMLInputElement>('main search input')?.focus(),
    '?': openHelp,
    ...Object.fromEntries(
      Object.entries(buttons).map(([key, button]) => [key, () => press(button)]),
    ),
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action || !isShortcut(event) || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    // A key that is held down presses a button once, because the next record has not been read.
    if (event.repeat && Object.hasOwn(buttons, key)) return
    action()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

/** Whether a pressed key is meant as a shortcut: not typed in a field, not with Ctrl, Alt or Cmd, and not turned off. */
function isShortcut({ target, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || isComposing) return false
  return areShortcutsOn() && !(target instanceof Element && target.closest(typingPlaces))
}

/**
 * The keys of a list.
 * @param list the element with the rows
 * @param keys the same object on every render
 * @param openHelp the same function on every render
 */
export function useListShortcuts(
  list: RefObject<HTMLElement | null>,
  keys: ListKeys,
  openHelp: () => void,
): void {
  useEffect(() => listenForShortcuts(list, keys, openHelp), [list, keys, openHelp])
}
