import { describe, expect, it } from 'vitest'
import { formatDate, formatDateTime, formatLongDate } from './dates.ts'

describe('formatDateTime', () => {
  it.each([
    ['2025-06-09T03:04:05.000Z', '09-06-2025 08:34 AM'],
    ['2025-06-09T06:30:00.000Z', '09-06-2025 12:00 PM'],
    ['2025-06-08T18:30:00.000Z', '09-06-2025 12:00 AM'],
    ['2025-12-31T18:29:59.999Z', '31-12-2025 11:59 PM'],
    ['2025-12-31T18:30:00.000Z', '01-01-2026 12:00 AM'],
  ])('shows %s as %s, the time in India', (iso, text) => {
    expect(formatDateTime(iso)).toBe(text)
  })

  it('is empty without an instant', () => {
    expect(formatDateTime(null)).toBe('')
    expect(formatDateTime(undefined)).toBe('')
    expect(formatDateTime('soon')).toBe('')
  })
})

describe('formatDate', () => {
  it('reformats a plain date without a time zone conversion', () => {
    expect(formatDate('2026-02-01')).toBe('01-02-2026')
  })

  it('shows an instant as its day in India', () => {
    expect(formatDate('2026-01-31T20:00:00Z')).toBe('01-02-2026')
  })

  it('is empty without a date', () => {
    expect(formatDate('')).toBe('')
    expect(formatDate('next week')).toBe('')
  })
})

describe('days in India', () => {
  it("formats the dashboard's date in words", () => {
    expect(formatLongDate(new Date('2025-06-08T19:00:00Z'))).toBe('June 09, 2025')
  })
})
