import { once } from 'node:events'
import { Readable } from 'node:stream'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { FastifyReply } from 'fastify'

/** A cell. Numbers are not quoted, so that a spreadsheet can add them up; null is empty. */
export type Cell = string | { readonly number: string } | null

/** An amount of integer paise as rupees with two decimals. */
export function rupeesCell(paise: number): Cell {
  const sign = paise < 0 ? '-' : ''
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return { number: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** Characters that start a formula in spreadsheets, including the full-width forms that some programs convert. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Formats one line as in RFC 4180. A text that could start a formula gets a leading apostrophe, because names and
 * descriptions come from strangers and the reader trusts the file.
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

/** DD-MM-YYYY hh:mm AM in Asia/Kolkata, in any time zone of the process. */
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

/** Excel reads UTF-8 only after this mark. */
const byteOrderMark = '\ufeff'

/**
 * Streams lines as the response, each chunk when the client can receive it. Resolves when the last chunk is sent or the
 * client is gone. In both cases `lines` is closed, so that its `finally` runs. If `lines` fails before its first chunk,
 * the response is an ordinary error; later the connection is closed, so that a partial file is never taken for a
 * complete one.
 * @param name name of the file, without date and extension
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: AsyncGenerator<string, void>,
): Promise<void> {
  const first = await lines.next()
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${dayInIndia()}.csv"`)
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
