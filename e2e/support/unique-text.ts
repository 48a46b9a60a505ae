import { randomUUID } from 'node:crypto'

/** Ten letters that no other test uses. Names contain no long rows of digits. */
export function uniqueText(): string {
  return randomUUID()
    .replace(/[^0-9a-f]/g, '')
    .slice(0, 10)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
}
