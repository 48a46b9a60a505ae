import { describe, expect, it } from 'vitest'
import { dayInIndia } from './trip-field-checks.ts'

describe('the day in India', () => {
  it('begins at 18:30 UTC', () => {
    expect(dayInIndia(new Date('2026-02-28T18:29:00Z'))).toBe('2026-02-28')
    expect(dayInIndia(new Date('2026-02-28T18:30:00Z'))).toBe('2026-03-01')
  })
})
