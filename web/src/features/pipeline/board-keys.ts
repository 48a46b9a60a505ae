/** The actions of the keys of the board. */
export interface BoardActions {
  /** Moves a card by stages to the right, or to the left if negative. */
  moveBy: (leadId: string, steps: 1 | -1) => void
  openMenu: (card: HTMLElement) => void
  undo: () => void
  openHelp: () => void
}

/** The keys of the board, for its help. */
export const boardKeys = [
  ['← → ↑ ↓', 'Go to another card'],
  ['Enter', 'Open the lead'],
  ['Shift + ← →', 'Move the card to another stage'],
  ['m', 'Choose the stage'],
  ['u', 'Undo the last move'],
  ['?', 'This help'],
] as const

const cardsOf = (column: Element) => Array.from(column.querySelectorAll<HTMLElement>('[data-card]'))

/**
 * The card to which an arrow key moves: up and down in the column, left and right at the same height in the next column
 * with cards. Null if there is no such card.
 */
export function findNextCard(board: Element, from: HTMLElement, key: string): HTMLElement | null {
  const columns = Array.from(board.querySelectorAll('[data-stage]')).map(cardsOf)
  const column = columns.findIndex((cards) => cards.includes(from))
  const row = columns[column]?.indexOf(from) ?? -1
  if (row < 0) return null
  if (key === 'ArrowUp') return columns[column]?.[row - 1] ?? null
  if (key === 'ArrowDown') return columns[column]?.[row + 1] ?? null
  const others =
    key === 'ArrowLeft' ? columns.slice(0, column).reverse() : columns.slice(column + 1)
  const cards = others.find(({ length }) => length > 0)
  return cards?.[Math.min(row, cards.length - 1)] ?? null
}

/** Moves the focus to a card's link. */
export function focusCard(card: HTMLElement | null | undefined): void {
  card?.querySelector<HTMLElement>('[data-open]')?.focus()
}

/**
 * Handles a key on the board. The keys work only while the focus is inside the board, so that speech input elsewhere does
 * not trigger them (WCAG 2.1.4).
 */
export function handleBoardKey(
  event: KeyboardEvent,
  board: HTMLElement,
  actions: BoardActions,
): void {
  const { key, target, shiftKey } = event
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
  if (!(target instanceof Element) || target.closest('input, textarea, select, [role="menu"]')) {
    return
  }
  const card = target.closest<HTMLElement>('[data-card]')
  const action = findAction(key, shiftKey, card, board, actions)
  if (!action) return
  event.preventDefault()
  action()
}

function findAction(
  key: string,
  shiftKey: boolean,
  card: HTMLElement | null,
  board: HTMLElement,
  actions: BoardActions,
): (() => void) | null {
  if (key === '?') return actions.openHelp
  if (key === 'u') return actions.undo
  const leadId = card?.dataset.card
  if (!card || !leadId) return null
  if (key === 'm') return () => actions.openMenu(card)
  if (!/^Arrow(Left|Right|Up|Down)$/.test(key)) return null
  if (!shiftKey) return () => focusCard(findNextCard(board, card, key))
  if (key === 'ArrowLeft') return () => actions.moveBy(leadId, -1)
  if (key === 'ArrowRight') return () => actions.moveBy(leadId, 1)
  return null
}
