import { type WriteSheet, writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { Column, Kind, Table, Value } from './columns.ts'

/** Indian grouping: 12,34,56,789.00. A format has two conditions at most, so three groups are the most it can show. */
const money = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;#,##0.00'

/** Number format and width in characters. A text stays a text when a person edits its cell. */
const styles: Record<Kind, { numFmt: string; width: number }> = {
  text: { numFmt: '@', width: 22 },
  count: { numFmt: '0', width: 10 },
  money: { numFmt: money, width: 16 },
  date: { numFmt: 'yyyy-mm-dd', width: 12 },
  time: { numFmt: 'hh:mm', width: 10 },
}

/** The most characters that Excel accepts in a cell. */
const maxCellLength = 32_767

/** A table as the bytes of a workbook with one sheet and typed cells. No text is a formula, because its cell is a string. */
export async function* xlsxOf<Row>(
  name: string,
  { columns, batches }: Table<Row>,
): AsyncGenerator<Uint8Array, void> {
  async function* rows() {
    for await (const batch of batches) {
      for (const row of batch) {
        yield columns.map(({ kind, read }) => xlsxCell(kind, read(row)))
      }
    }
  }
  yield* writeXlsxStream(rows(), {
    name,
    columns: columns.map(({ heading, kind }) => ({ header: heading, ...styles[kind] })),
    freezePane: { rows: 1 },
  })
}

/** A sheet with typed cells, for `workbookOf`. */
export function sheetOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): WriteSheet {
  return {
    name,
    columns: columns.map(({ kind }) => styles[kind]),
    rows: [
      columns.map(({ heading }) => heading),
      ...rows.map((row) => columns.map(({ kind, read }) => xlsxCell(kind, read(row)))),
    ],
    freezePane: { rows: 1 },
  }
}

/** Sheets as the bytes of a workbook. It is created in memory and blocks the process: only for few rows. */
export function workbookOf(sheets: WriteSheet[]): Promise<Uint8Array> {
  return writeXlsx({ sheets, stringMode: 'inline' })
}

function xlsxCell(kind: Kind, value: Value): string | number | Date | null {
  if (value === null) return null
  if (kind === 'money') return Number(value) / 100
  if (kind === 'count') return Number(value)
  const text = String(value)
  if (kind === 'text') return cellText(text)
  if (kind === 'time') return minutesOf(text) / (24 * 60)
  return new Date(text)
}

/** Removes what XML cannot contain, and keeps a text that looks like an escape of the format (_x0041_). */
function cellText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) => (/[\t\n\r]/.test(character) ? character : ''))
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .slice(0, maxCellLength)
}

/** Minutes after midnight of 'HH:MM'. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
