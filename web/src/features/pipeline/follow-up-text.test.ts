import { describe, expect, it } from 'vitest'
import {
  daysFromToday,
  followUpText,
  noFollowUpText,
  restoredFollowUp,
  shortDay,
} from './follow-up-text.ts'

describe('the text of a follow-up', () => {
  // 00:30 on 24-11-2026 in India, while it is the day before in UTC.
  const now = Date.parse('2026-11-23T19:00:00Z')

  it.each([
    ['2026-11-23', '18:00', 'Overdue by 1 day', 'danger'],
    ['2026-10-24', null, 'Overdue by 31 days', 'danger'],
    ['2026-11-24', null, 'Today', 'warning'],
    ['2026-11-24', '16:30', 'Today, 4:30 PM', 'warning'],
    ['2026-11-25', null, 'Tomorrow', 'neutral'],
    ['2026-12-01', '00:05', '1 Dec, 12:05 AM', 'neutral'],
    ['2027-01-12', null, '12 Jan 2027', 'neutral'],
  ])('counts the days to %s, %s, in India', (on, time, text, tone) => {
    expect(followUpText({ on, time }, now)).toEqual({ text, tone })
  })

  it('adds days to the present day in India', () => {
    expect(daysFromToday(0, now)).toBe('2026-11-24')
    expect(daysFromToday(7, now)).toBe('2026-12-01')
  })

  it('restores a follow-up, and makes an overdue one due today', () => {
    const later = { on: '2026-11-24', time: '16:30' }
    expect(restoredFollowUp(later, now)).toEqual(later)
    expect(restoredFollowUp({ on: '2026-11-23', time: '16:30' }, now)).toEqual({
      on: '2026-11-24',
      time: null,
    })
  })

  it('names the year of a day in another year', () => {
    expect(shortDay('2025-02-03', now)).toBe('3 Feb 2025')
  })
})

it.each([
  ['lost', false, 'No follow-up: this trip is lost. Move it to another stage first.'],
  ['returned', false, 'No follow-up: this lead was returned.'],
  ['new', true, 'No follow-up: contact was stopped.'],
  ['won', false, null],
] as const)(
  'offers a follow-up where one can be stored: %s, contact stopped %s',
  (column, contactStopped, text) => {
    expect(noFollowUpText({ column, contactStopped })).toBe(text)
  },
)
