import { describe, expect, it } from 'vitest'
import { ageTone, formatAge, formatMinutes, formatWithin } from './ages.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
const hour = 3_600_000
const day = 24 * hour

describe('an age', () => {
  it('is shown in its largest whole unit', () => {
    const ages: [number, string][] = [
      [0, 'less than a minute'],
      [59_999, 'less than a minute'],
      [60_000, '1 minute'],
      [hour - 1, '59 minutes'],
      [hour, '1 hour'],
      [day - 1, '23 hours'],
      [day, '1 day'],
      [2 * day + hour, '2 days'],
      [1234 * day, '1,234 days'],
      // A clock that is behind the server's.
      [-5000, 'less than a minute'],
    ]
    for (const [ms, text] of ages) expect(formatAge(before(ms), now)).toBe(text)
  })

  it('in minutes keeps its hours below three days', () => {
    const durations: [number, string][] = [
      [0, 'less than a minute'],
      [1, '1 minute'],
      [59, '59 minutes'],
      [60, '1 hour'],
      [72 * 60 - 1, '71 hours'],
      [72 * 60, '3 days'],
    ]
    for (const [minutes, text] of durations) expect(formatMinutes(minutes)).toBe(text)
  })

  it('is rounded up as the time within which something happened', () => {
    const durations: [number, string][] = [
      [0, '1 minute'],
      [59, '59 minutes'],
      [60, '1 hour'],
      [61, '2 hours'],
      [2610, '44 hours'],
      [71 * 60, '71 hours'],
      [71 * 60 + 1, '3 days'],
      [72 * 60 + 1, '4 days'],
    ]
    for (const [minutes, text] of durations) expect(formatWithin(minutes)).toBe(text)
  })

  it('is noticeable after three days, and overdue after seven', () => {
    expect(ageTone(before(3 * day - 1), now)).toBe('neutral')
    expect(ageTone(before(3 * day), now)).toBe('notice')
    expect(ageTone(before(7 * day), now)).toBe('danger')
  })
})
