import { describe, expect, it } from 'vitest'
import { countAuditFilters, readAuditFilters, writeAuditFilters } from './audit-filters.ts'

const read = (query: string) => readAuditFilters(new URLSearchParams(query))
const nothing = read('')

describe('the filters of the audit log in the address', () => {
  it('come back as they were written', () => {
    const query =
      'actors=all&actor=asha&action=lead-cost.set&subjectId=0190f3c8-0000-7000-8000-00000000abcd' +
      '&from=2026-01-01&to=2026-01-31&page=4'
    expect(writeAuditFilters(read(query)).toString()).toBe(query)
    expect(countAuditFilters(read(query))).toBe(6)
    expect(writeAuditFilters(nothing).toString()).toBe('')
    expect(countAuditFilters(nothing)).toBe(0)
  })

  it.each([
    'page=0',
    'page=x',
    'actors=admins',
    'actors=nobody',
    'action=anything',
    'action=Lead.Buy',
    'subjectId=12',
    'from=2026-13-01',
    'to=yesterday',
    `actor=${'x'.repeat(255)}`,
  ])('drop what is no value: %s', (query) => {
    expect(read(query)).toEqual(nothing)
  })
})
