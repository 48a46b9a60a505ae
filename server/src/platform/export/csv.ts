import type { Column, Kind, Table, Value } from './columns.ts'

/** Excel reads UTF-8 only after this mark. */
const byteOrderMark = '\ufeff'

/** The lines of a table as in RFC 4180, one chunk for each batch. */
export async function* csvOf<Row>({ columns, batches }: Table<Row>): AsyncGenerator<string, void> {
  let chunk = byteOrderMark + csvLine(columns.map(({ heading }) => quoted(heading)))
  for await (const rows of batches) {
    yield chunk + rows.map((row) => csvLine(columns.map((column) => cellOf(column, row)))).join('')
    chunk = ''
  }
  if (chunk) yield chunk
}

const csvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`

function cellOf<Row>({ kind, read }: Column<Row>, row: Row): string {
  return csvCell(kind, read(row))
}

/**
 * Formats one cell. Every text is quoted, so that neither a semicolon nor a tab begins a new cell where a program expects
 * another separator. A text that a spreadsheet would change or run gets a leading apostrophe.
 */
export function csvCell(kind: Kind, value: Value): string {
  if (value === null) return ''
  if (kind === 'money') return rupeesText(Number(value))
  if (kind !== 'text') return String(value)
  const text = String(value)
  return quoted(changesInSpreadsheet(text) ? `'${text}` : text)
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** An amount of integer paise as rupees with two decimals. */
function rupeesText(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Characters that start a formula, including the full-width forms that some programs convert, after any blanks. */
const startsFormula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** A plus sign and groups of digits: spreadsheets show it unchanged. */
const isSpacedPhone = /^\+\d+( \d+)+$/
/** Digits with the signs of numbers, dates, times, fractions, percentages and amounts, and the names of months and days. */
const isNumberOrDate =
  /^(?:[\p{Nd}\s.,:;/\\\-–−+'’%()^₹$€£¥]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|[ap]\.?m\.?|(?<= )[ap]|rs|inr|t|z)(?![a-z]))+$/iu
const isScientific = /^\s*[+-]?[\d.,]+[de][+-]?\d+\s*$/i
const isBooleanOrError = /^\s*(?:true|false|#[a-z\d/!?_]+)\s*$/i
/** A number that every spreadsheet shows as it is written. */
const isPlainNumber = /^(?:0|[1-9]\d{0,10})$/

/** Whether a spreadsheet that opens the file would show something else than this text, or run it. */
function changesInSpreadsheet(text: string): boolean {
  if (isSpacedPhone.test(text) || isPlainNumber.test(text)) return false
  if (startsFormula.test(text) || isBooleanOrError.test(text) || isScientific.test(text))
    return true
  return /\p{Nd}/u.test(text) && isNumberOrDate.test(text)
}
