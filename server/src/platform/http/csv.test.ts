import { describe, expect, it } from 'vitest'
import { csvLine, indianDateTime, rupeesCell } from './csv.ts'

describe('a line of CSV', () => {
  it.each(['=1+1', '+91 90000', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])(
    'makes %j harmless in a spreadsheet',
    (text) => {
      const line = csvLine([text, 'next'])
      expect(line.replace(/^"/, '').startsWith(`'${text}`)).toBe(true)
    },
  )

  it('follows RFC 4180: commas, quotes and line breaks are quoted, the line ends in CRLF', () => {
    expect(csvLine(['plain', 'a,b', 'say "hi"', 'two\r\nlines', ' led by a space', null, ''])).toBe(
      'plain,"a,b","say ""hi""","two\r\nlines"," led by a space",,\r\n',
    )
    expect(csvLine(['="a"'])).toBe(`"'=""a"""\r\n`)
  })

  it('contains amounts as plain numbers with two decimals', () => {
    const cells = [0, 5, 50, 5005, 1_00_000_00, -5050, 9_007_199_254_740_991].map(rupeesCell)
    expect(csvLine(cells)).toBe('0.00,0.05,0.50,50.05,100000.00,-50.50,90071992547409.91\r\n')
  })
})

describe('a date in a file', () => {
  // The last minute of a day in Kolkata, midnight, noon, and the minute before noon.
  const written = {
    '2026-01-31T18:29:59.999Z': '31-01-2026 11:59 PM',
    '2026-01-31T18:30:00.000Z': '01-02-2026 12:00 AM',
    '2026-06-01T06:30:00.000Z': '01-06-2026 12:00 PM',
    '2026-06-01T06:29:00.000Z': '01-06-2026 11:59 AM',
  }

  it.each(['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])(
    'is in Asia/Kolkata on a server in %s',
    (zone) => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        for (const [at, text] of Object.entries(written)) {
          expect(indianDateTime(new Date(at))).toBe(text)
        }
      } finally {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      }
    },
  )
})
