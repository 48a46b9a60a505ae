import { importLimits } from '@raahi/contract/import-labels'
import { contactsOfCells } from './contacts-of-cells.ts'
import { FileRefused } from './file-refused.ts'

/** The texts of a file: the headings, and the rows below them that are not empty. */
export interface Sheet {
  headings: string[]
  rows: SheetRow[]
}

export interface SheetRow {
  /** The number of the row in a spreadsheet, from 1. */
  row: number
  cells: string[]
}

/**
 * Makes a sheet of rows of texts. The first row that is not empty has the headings.
 * @throws FileRefused if there are no rows, or a limit is exceeded
 */
export async function toSheet(read: AsyncIterable<SheetRow> | Iterable<SheetRow>): Promise<Sheet> {
  let headings: string[] | undefined
  const rows: SheetRow[] = []
  for await (const { row, cells } of read) {
    const texts = cells.map(cleanText)
    while (texts.at(-1) === '') texts.pop()
    if (texts.length === 0) continue
    refuseExcess(texts, row)
    if (headings === undefined) headings = texts
    else rows.push({ row, cells: texts })
    if (rows.length > importLimits.rows)
      throw new FileRefused(
        `This file has more than ${importLimits.rows.toLocaleString('en-IN')} rows. Please divide it.`,
      )
  }
  if (headings === undefined || rows.length === 0)
    throw new FileRefused('This file has no rows below its headings.')
  // Headings are kept, and an erasure does not look for a traveller in them.
  if (contactsOfCells(headings).length > 0)
    throw new FileRefused(
      'The first row has a phone or an email. Add a row of headings above it, such as Name and Phone.',
    )
  return { headings: withEveryColumn(headings, rows), rows }
}

/** A column without a heading is numbered, so that an admin can still choose its field. */
function withEveryColumn(headings: string[], rows: SheetRow[]): string[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  return Array.from({ length: width }, (_, at) => headings[at] || `Column ${at + 1}`)
}

function refuseExcess(texts: string[], row: number): void {
  if (texts.length > importLimits.columns)
    throw new FileRefused(
      `Row ${row} has more than ${importLimits.columns} columns. Is this the right file?`,
    )
  if (texts.some((text) => text.length > importLimits.cell))
    throw new FileRefused(
      `Row ${row} has a cell of more than ${importLimits.cell.toLocaleString('en-IN')} characters.`,
    )
}

/**
 * Trims a text, removes the apostrophe that marks a text in a spreadsheet, which our own exports write too, and removes
 * characters that the database cannot store.
 */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .trim()
    .replace(/^'(?=.)/, '')
}
