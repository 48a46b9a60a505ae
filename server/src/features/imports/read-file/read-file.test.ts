import { importLimits } from '@raahi/contract/import-labels'
import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { contactsOfCells } from './contacts-of-cells.ts'
import { readInThread } from './read-in-thread.ts'
import { readSheet } from './read-sheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** UTF-16, little or big endian. */
function utf16(text: string, { isBig = false, mark = true } = {}): Uint8Array {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const hindi = 'नाम,फ़ोन\r\nआशा,98450 00001\r\n'
const sheetOfHindi = {
  headings: ['नाम', 'फ़ोन'],
  rows: [{ row: 2, cells: ['आशा', '98450 00001'] }],
}

describe('a CSV file', () => {
  it.each([
    ['UTF-8', utf8(hindi)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${hindi}`)],
    ['UTF-16', utf16(hindi)],
    ['UTF-16 big endian', utf16(hindi, { isBig: true })],
    ['UTF-16 without a byte order mark', utf16(hindi, { mark: false })],
  ])('is read in %s', async (_, bytes) => {
    expect(await readSheet(bytes)).toEqual(sheetOfHindi)
  })

  it('is read as Windows-1252 if it is not UTF-8', async () => {
    const bytes = Buffer.from('Name,Email\nJos\xe9 \x93Pepe\x94,a@b.example', 'latin1')
    expect((await readSheet(bytes)).rows[0]?.cells[0]).toBe('José “Pepe”')
  })

  it.each([',', ';', '\t'])('is divided by %j', async (delimiter) => {
    const lines = [
      ['Name', 'Phone', 'Notes'],
      ['Asha', '98450 00001', '"a,b;c\td ""e""\nf"'],
    ]
    const sheet = await readSheet(utf8(lines.map((line) => line.join(delimiter)).join('\n')))
    expect(sheet.rows).toEqual([{ row: 2, cells: ['Asha', '98450 00001', 'a,b;c\td "e"\nf'] }])
  })

  it('keeps the row numbers of a spreadsheet where rows are empty, and numbers columns without a heading', async () => {
    const sheet = await readSheet(utf8('\nName,\n,,\nAsha,1\n\nRavi,2,x\n'))
    expect(sheet).toEqual({
      headings: ['Name', 'Column 2', 'Column 3'],
      rows: [
        { row: 4, cells: ['Asha', '1'] },
        { row: 6, cells: ['Ravi', '2', 'x'] },
      ],
    })
  })

  it.each([
    ['no rows', 'Name,Phone\n', /no rows/],
    ['a traveller as headings', 'Asha,98450 00001\nRavi,98450 00002\n', /Add a row of headings/],
    ['a quotation mark that is not closed', 'Name,Phone\n"Asha,1\n', /quotation mark/],
    ['too long a cell', `Name\n${'a'.repeat(importLimits.cell + 1)}`, /Row 2 has a cell/],
    ['too many columns', `Name${','.repeat(importLimits.columns)}x\na`, /Row 1 has more than 100/],
    ['too many rows', `Name\n${'a\n'.repeat(importLimits.rows + 1)}`, /more than 20,000 rows/],
    ['binary content', '%PDF-1.7\n\0\u0001\0\u0002\0\0', /not a CSV or XLSX/],
  ])('with %s is refused', async (_, text, message) => {
    await expect(readSheet(utf8(text))).rejects.toThrow(message)
  })
})

describe('an XLSX file', () => {
  const workbook = (rows: unknown[][], cells?: Map<string, object>) =>
    writeXlsx({ sheets: [{ name: 'Leads', rows, ...(cells && { cells }) }] } as never)

  it('gives all digits of a number and an unambiguous date, whatever its cells show', async () => {
    const bytes = await workbook([
      ['Name', 'Phone', 'Date', 'Adults'],
      ['आशा', 919845000001, new Date('2027-04-03T00:00:00Z'), 2],
      ['रवि', 919845000002, new Date('2027-04-03T20:30:00Z'), 2],
    ])
    expect((await readSheet(bytes)).rows).toEqual([
      { row: 2, cells: ['आशा', '919845000001', '2027-04-03', '2'] },
      // Without the Z of a moment in UTC, which would be the next day in India.
      { row: 3, cells: ['रवि', '919845000002', '2027-04-03T20:30:00.000', '2'] },
    ])
  })

  it('gives the value of a formula, never the formula', async () => {
    const bytes = await workbook(
      [
        ['Name', 'Phone'],
        ['', '98450 00001'],
      ],
      new Map([['1,0', { formula: 'HYPERLINK("http://evil.example")', formulaResult: 'Asha' }]]),
    )
    const sheet = await readSheet(bytes)
    expect(sheet.rows[0]?.cells).toEqual(['Asha', '98450 00001'])
  })

  it('that unpacks to more than the limit is refused without being unpacked', async () => {
    const bytes = await workbook([['Name'], ['Asha']])
    const bomb = zipSync({
      'xl/worksheets/sheet1.xml': new Uint8Array(300 * 1024 * 1024),
      'xl/workbook.xml': strToU8('<workbook/>'),
    })
    expect(bomb.length).toBeLessThan(importLimits.bytes)
    await expect(readInThread(bomb)).rejects.toThrow(/too large when it is unpacked/)
    // The process still reads other files.
    expect((await readInThread(bytes)).rows).toHaveLength(1)
  })

  it('with a part that is larger than it declares is refused', async () => {
    const packed = zipSync({ 'xl/workbook.xml': strToU8('a'.repeat(5_000_000)) })
    const view = new DataView(packed.buffer, packed.byteOffset)
    const size = 5_000_000
    for (let at = 0; at < packed.length - 4; at += 1) {
      if (view.getUint32(at, true) === size) view.setUint32(at, 10, true)
    }
    await expect(readInThread(packed)).rejects.toThrow(/could not be read/)
  })

  it('with a cell far to the right is refused', async () => {
    const row = Array.from({ length: importLimits.columns + 1 }, () => 'x')
    await expect(readSheet(await workbook([row, row]))).rejects.toThrow(/more than 100 columns/)
  })

  it.each([
    ['an old XLS file', [0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3], /save this file as XLSX/],
    ['another ZIP file', [...zipSync({ 'a.xml': strToU8('<a/>') })], /could not be read/],
    ['a ZIP file that ends early', [0x50, 0x4b, 0x03, 0x04, 1, 2], /could not be read/],
  ])('is not %s, which is refused', async (_, bytes, message) => {
    await expect(readSheet(Uint8Array.from(bytes))).rejects.toThrow(message)
  })
})

it.each([
  ['p:+919845000001', '+919845000001'],
  ['919845000001.0', '+919845000001'],
  ['2226543210', '+912226543210'],
  ['919845000000', '+919845000000'],
  ['Asha@Example.org', 'asha@example.org'],
])('the cell %s has the contact %s', (cell, contact) => {
  expect(contactsOfCells(['Asha', cell])).toEqual([contact])
})

it('reads the largest file within its time limit', async () => {
  const line = `Asha Rao,98450 00001,asha@example.org,Pune,Goa,2027-04-03,${'x'.repeat(400)}\n`
  const bytes = utf8(`Name,Phone,Email,City,Destination,Date,Notes\n${line.repeat(20_000)}`)
  expect(bytes.length).toBeLessThan(importLimits.bytes)
  expect((await readInThread(bytes)).rows).toHaveLength(20_000)
})
