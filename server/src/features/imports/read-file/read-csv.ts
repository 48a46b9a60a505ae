import { importLimits } from '@raahi/contract/import-labels'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { FileRefused } from './file-refused.ts'
import type { SheetRow } from './sheet.ts'

const delimiters = [',', ';', '\t']

/** A record is at most this long, so that a quotation mark that is never closed does not read the whole file as one cell. */
const maxRecordSize = importLimits.columns * 1000

/**
 * Reads the rows of a CSV file that are not empty.
 * @throws FileRefused
 */
export function readCsv(bytes: Uint8Array): SheetRow[] {
  const text = decodeText(bytes)
  const rows: SheetRow[] = []
  let row = 0
  parseText(text, {
    delimiter: delimiterOf(text),
    on_record(cells) {
      row += 1
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
      // Nothing is kept by the parser.
      return null
    },
  })
  return rows
}

/** The delimiter that divides the first lines into the most cells. */
function delimiterOf(text: string): string {
  const cellsOf = (delimiter: string) =>
    Math.max(0, ...parseText(text, { delimiter, to: 5 }).map((cells) => cells.length))
  const counted = delimiters.map((delimiter) => ({ delimiter, cells: cellsOf(delimiter) }))
  return counted.reduce((best, other) => (other.cells > best.cells ? other : best)).delimiter
}

function parseText(text: string, options: Options): string[][] {
  try {
    return parse(text, {
      bom: true,
      max_record_size: maxRecordSize,
      relax_column_count: true,
      // A quotation mark inside a cell that does not begin with one, as in: 5" screen
      relax_quotes: true,
      ...options,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    throw new FileRefused(`This CSV file could not be read${line}. Is a quotation mark not closed?`)
  }
}
