import { normaliseEmail } from '@raahi/contract/emails'
import { normalisePhone } from '@raahi/contract/phones'

/**
 * The phones and emails in the cells of a row, in their normal form, whatever the field of their column: the data of a traveller
 * is found by them.
 */
export function contactsOfCells(cells: readonly string[]): string[] {
  const found = cells.map((cell) => {
    if (cell.includes('@')) return normaliseEmail(cell)
    return cell.length <= 40 && (cell.match(/\p{Nd}/gu)?.length ?? 0) >= 8
      ? normalisePhone(cell)
      : null
  })
  return [...new Set(found.filter((contact) => contact !== null))]
}
