import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { columnsFor } from './columns.ts'
import { xlsxOf } from './xlsx.ts'

const { text, phone, count, money, instant } = columnsFor<string>()
const columns = [
  text('Text', (row) => row),
  phone('Phone', () => '+919811229999'),
  count('Adults', () => 2),
  money('Amount', () => 1_23_45_678_90),
  ...instant(['Day', 'Time'], () => new Date('2026-11-28T12:30:00Z')),
]

async function workbookOf(texts: string[]) {
  async function* batches() {
    yield texts
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxOf('leads', { columns, batches: batches() })) chunks.push(chunk)
  const { sheets } = await readXlsx(Buffer.concat(chunks), { readStyles: true })
  return sheets[0]
}

it('writes every text as a string, never as a formula, number, date or boolean', async () => {
  const texts = [
    '=HYPERLINK("http://evil.example")',
    '+1',
    '-1',
    '@A1',
    '0012345678',
    '1E5',
    '5/6',
    'TRUE',
    '4111111111111111',
    '_x0041_',
    ' led',
    'दो\nपंक्ति',
    'a\tb;c',
  ]
  const sheet = await workbookOf(texts)
  expect(sheet?.rows.slice(1).map(([first]) => first)).toEqual(texts)
  expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
})

it('has typed cells: numbers, amounts with two decimals and Indian grouping, days and times', async () => {
  const sheet = await workbookOf(['Asha'])
  expect(sheet?.rows).toEqual([
    ['Text', 'Phone', 'Adults', 'Amount', 'Day', 'Time'],
    [
      'Asha',
      '+91 98112 29999',
      2,
      12345678.9,

      new Date('2026-11-28'),
      expect.anything(),
    ],
  ])
  const formats = Array.from('ABCDEF', (_, at) => sheet?.cells?.get(`1,${at}`)?.style?.numFmt)
  expect(formats).toEqual([
    '@',
    '@',
    '0',
    expect.stringContaining('##\\,##\\,##0.00'),

    'yyyy-mm-dd',
    'hh:mm',
  ])
})

it('leaves out characters that would make the file unreadable, and what is too long for a cell', async () => {
  const sheet = await workbookOf(['a\u0000\u0001\ud800b\uffff', 'x'.repeat(40_000)])
  expect(sheet?.rows[1]?.[0]).toBe('a\ufffdb')
  expect(String(sheet?.rows[2]?.[0])).toHaveLength(32_767)
})

it('reads no rows ahead of the client, and closes them when the client is gone', async () => {
  let read = 0
  let isClosed = false
  async function* batches() {
    try {
      for (; read < 100_000; read += 1000)
        yield Array.from({ length: 1000 }, () => crypto.randomUUID())
    } finally {
      isClosed = true
    }
  }
  const chunks = xlsxOf('leads', { columns, batches: batches() })
  await chunks.next()
  await new Promise(setImmediate)
  expect(read).toBeLessThan(20_000)
  await chunks.return()
  await expect.poll(() => isClosed).toBe(true)
})
