import { parentPort, workerData } from 'node:worker_threads'
import { contactsOfCells } from './contacts-of-cells.ts'
import { FileRefused } from './file-refused.ts'
import { readSheet } from './read-sheet.ts'
import type { Sheet, SheetRow } from './sheet.ts'

// Reads one file in a thread, because parsing 10 MB takes seconds in which a server process would answer nothing else, and
// because the memory of a thread can be limited.

/** A sheet, with the phones and emails of each row. */
export type SheetWithContacts = Pick<Sheet, 'headings'> & {
  rows: (SheetRow & { contacts: string[] })[]
}
export type SheetResult = { sheet: SheetWithContacts } | { refusal: string }

async function read(): Promise<SheetResult> {
  try {
    const { headings, rows } = await readSheet(workerData as Uint8Array)
    const withContacts = rows.map((row) => ({ ...row, contacts: contactsOfCells(row.cells) }))
    return { sheet: { headings, rows: withContacts } }
  } catch (error) {
    if (error instanceof FileRefused) return { refusal: error.message }
    throw error
  }
}

parentPort?.postMessage(await read())
