import { unzipSync, zipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import { FileRefused } from './file-refused.ts'
import type { SheetRow } from './sheet.ts'

/** The parts of a workbook together, unpacked. A sheet of 20,000 rows with 25 columns has about 35 MB. */
const maxUnpackedBytes = 80 * 1024 * 1024

const unreadable = 'This XLSX file could not be read. Please save it again, without a password.'

/**
 * Reads the values of the first sheet of a workbook. A formula is never read, only the value that it had when the file was
 * saved.
 * @throws FileRefused if it is no workbook, or larger than the limit when it is unpacked
 */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<SheetRow, void> {
  const unpacked = unpack(bytes)
  try {
    for await (const { index, values } of streamXlsxRows(unpacked)) {
      yield { row: index + 1, cells: values.map(textOf) }
    }
  } catch (cause) {
    throw new FileRefused(unreadable, { cause })
  }
}

/**
 * Packs the workbook again without compression. The reader of sheets has no limit for what a part is unpacked to; here each
 * part is unpacked into a buffer of its declared size, and the sizes are added up before.
 */
function unpack(bytes: Uint8Array): Uint8Array {
  let total = 0
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|rels)$/i.test(name)) return false
        total += originalSize
        if (total > maxUnpackedBytes)
          throw new FileRefused('This XLSX file is too large when it is unpacked.')
        return true
      },
    })
    return zipSync(parts, { level: 0 })
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause
    throw new FileRefused(unreadable, { cause })
  }
}

/** A date cell is an unambiguous date, with the time on the clock that was entered if it has one, and a number has all its digits, whatever the format of the cell shows. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace(/(T00:00:00\.000)?Z$/, '')
  return String(value)
}
