import { normaliseEmail } from '@raahi/contract/emails'
import { normalisePhone } from '@raahi/contract/phones'
import { readPhone } from '../read-phone.ts'

/**
 * The phones and emails in the cells of a row, in their normal form, whatever the field of their column: the data of a traveller
 * is found by them.
 */
export function contactsOfCells(cells: readonly string[]): string[] {
  const found = cells.map((cell) => {
    if (cell.includes('@')) return normaliseEmail(cell)
    if (cell.length > 40 || (cell.match(/\p{Nd}/gu)?.length ?? 0) < 8) return null
    // As the import would read it, with the repair that an admin may choose later.
    const reading = readPhone(cell, true)
    return normalisePhone('phone' in reading ? reading.phone : cell)
  })
  return [...new Set(found.filter((contact) => contact !== null))]
}
