import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A cell: a number goes out bare, so that a spreadsheet can add it up; null is empty. */
export type Cell = string | { readonly number: string } | null

/** An amount of integer paise as rupees with two decimals. */
export function rupeesCell(paise: number): Cell {
  const sign = paise < 0 ? '-' : ''
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return { number: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** What a spreadsheet may take for the start of a formula; the wide forms too, which some of them narrow. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * One line of RFC 4180. A text that could start a formula is led by an apostrophe: names and descriptions are written by
 * strangers and opened by people who trust the file.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.number
  const text = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** DD-MM-YYYY hh:mm AM in Asia/Kolkata, whatever the time zone of the process. */
export function indianDateTime(at: Date): string {
  const parts = Object.fromEntries(
    dateTimeParts.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  const { day, month, year, hour, minute, dayPeriod = '' } = parts
  return `${day}-${month}-${year} ${hour}:${minute} ${dayPeriod.toUpperCase()}`
}

const dateTimeParts = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})

/** YYYY-MM-DD of today in Asia/Kolkata, for the name of a file. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
}

/** Excel reads UTF-8 only after this. */
const byteOrderMark = '\ufeff'

/**
 * Answers with lines as they come, each chunk when the client has room for it; resolves when the last has gone out, or
 * the client has gone away. Either way `lines` is ended, so that its `finally` runs. Where `lines` fails before its
 * first chunk, the answer is an ordinary error; later on the connection breaks off, and half a file never looks whole.
 * @param name of the file, without date and ending
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: AsyncGenerator<string, void>,
): Promise<void> {
  const first = await lines.next()
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${today()}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
  async function* chunks() {
    yield byteOrderMark + (first.done ? '' : first.value)
    yield* lines
  }
  const body = Readable.from(chunks(), { objectMode: false })
  const isOver = once(body, 'close')
  reply.send(body)
  await isOver
  await lines.return()
}
