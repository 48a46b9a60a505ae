import { describe, expect, it } from 'vitest'
import { columnsFor, formatInstant } from './columns.ts'
import { csvCell, csvOf } from './csv.ts'

describe('a text in a CSV file', () => {
  it.each([
    ...[
      '=1+1',
      '+91 90000+1',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      ' =1+1',
      '\u200b=1',
      '＝1+1',
      '＋1',
      '－1',
      '＠A',
    ],
    ...['#REF!', '#N/A'],
  ])('makes %j harmless in a spreadsheet', (text) => {
    expect(csvCell('text', text)).toBe(`"'${text}"`)
  })

  it.each([
    ...[
      '0012345678',
      '1E5',
      '1e-5',
      '2.5E+10',
      '5/6',
      '1-2',
      '2026-11-28',
      '28.11.2026',
      '28/11',
      'TRUE',
      'false',
      ' True ',
    ],
    ...[
      '4111111111111111',
      '123456789012',
      '12,345',
      '1 234',
      '00',
      '.5',
      '5.',
      '(500)',
      '50%',
      '₹500',
      '$ 12.50',
      'Rs. 500',
    ],
    ...[
      '18:30',
      '6:30 PM',
      '7 am',
      '1:2:3',
      '28 Nov',
      'Nov 28',
      'March 2026',
      '5-Jan-26',
      'Sat, 28 Nov 2026',
      '1 1/2',
    ],
    ...['2026-11-28T10:00:00Z', '१२३', '１２３', '1D5', '5 p'],
  ])('keeps %j from becoming a number, a date or a boolean', (text) => {
    expect(csvCell('text', text)).toBe(`"'${text}"`)
  })

  it.each([
    '+91 98112 29999',
    '+44 2079 460958',
    'LD-000123',
    'TX-000123',
    'pay_00E5',
    '998599',
    '01a22206-8a25-76d8-8a42-9a8412608531',
    '01a22206-8e25-76d8-8d42-9e8412608531',
    '0',
    'May',
    'Mr. D 5th',
    '29-Karnataka',
    'नमस्ते',
    '7 Days in Goa',
    'Jaipur 302001',
    'a@b.example',
  ])('shows %j as it is', (text) => {
    expect(csvCell('text', text)).toBe(`"${text}"`)
  })

  it('is always quoted, so that no separator inside it begins a cell', () => {
    const cells = ['plain', 'a;=1', 'a\t=1', 'a,b', 'say "hi"', 'two\r\nlines', ' led by a space']
    expect(cells.map((text) => csvCell('text', text))).toEqual([
      '"plain"',
      '"a;=1"',
      '"a\t=1"',
      '"a,b"',
      '"say ""hi"""',
      '"two\r\nlines"',
      '" led by a space"',
    ])
  })
})

it('writes amounts as plain numbers with two decimals', () => {
  const amounts = [0, 5, 50, 5005, 1_00_000_00, -5050, 9_007_199_254_740_991]
  expect(amounts.map((paise) => csvCell('money', paise))).toEqual([
    '0.00',
    '0.05',
    '0.50',
    '50.05',
    '100000.00',
    '-50.50',
    '90071992547409.91',
  ])
})

it('follows RFC 4180: every text is quoted, the line ends in CRLF', async () => {
  const { text, count, phone, instant } = columnsFor<{ name: string | null; phone: string }>()
  const columns = [
    text('Name', (row) => row.name),
    count('Adults', () => 2),
    phone('Phone', (row) => row.phone),
    ...instant(['Day', 'Time'], () => new Date('2026-01-31T18:30:00Z')),
  ]
  async function* batches() {
    yield [{ name: 'Asha', phone: '+919811229999' }]
    yield [{ name: null, phone: '+14155550123' }]
  }
  const chunks: string[] = []
  for await (const chunk of csvOf({ columns, batches: batches() })) chunks.push(chunk)
  expect(chunks).toEqual([
    '\ufeff"Name","Adults","Phone","Day","Time"\r\n"Asha",2,"+91 98112 29999",2026-02-01,00:00\r\n',
    ',2,"+1 4155550123",2026-02-01,00:00\r\n',
  ])
})

describe('a date in a file', () => {
  // The last minute of a day in Kolkata, midnight, noon, and the minute before noon.
  const written = {
    '2026-01-31T18:29:59.999Z': '2026-01-31 23:59',
    '2026-01-31T18:30:00.000Z': '2026-02-01 00:00',
    '2026-06-01T06:30:00.000Z': '2026-06-01 12:00',
    '2026-06-01T06:29:00.000Z': '2026-06-01 11:59',
  }

  it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])(
    'is in Asia/Kolkata on a server in %s',
    (zone) => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        for (const [at, text] of Object.entries(written)) {
          expect(formatInstant(new Date(at))).toBe(text)
        }
      } finally {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      }
    },
  )
})
