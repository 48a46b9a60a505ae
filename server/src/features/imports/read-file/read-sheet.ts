import { FileRefused } from './file-refused.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type Sheet, toSheet } from './sheet.ts'

/**
 * Reads a CSV or XLSX file. The content decides the kind, not the name.
 * @throws FileRefused
 */
export async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  if (beginsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return toSheet(readXlsx(bytes))
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new FileRefused('Please save this file as XLSX without a password, or as CSV.')
  return toSheet(readCsv(bytes))
}

function beginsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}
