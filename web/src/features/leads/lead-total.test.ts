import { expect, it } from 'vitest'
import { formatLeadTotal, pagedTotal } from './lead-total.ts'

const page = {
  leads: [],
  totalLeads: 10_000,
  isTotalCapped: true,
  currentPage: 1,
  hasNextPage: true,
  hasPrevPage: false,
  eventId: '',
}

it('shows that more leads match than were counted', () => {
  expect(formatLeadTotal(page)).toBe('10,000+ leads')
  expect(formatLeadTotal({ ...page, isTotalCapped: false })).toBe('10,000 leads')
  expect(formatLeadTotal({ ...page, totalLeads: 1, isTotalCapped: false })).toBe('1 lead')
})

it('pages beyond a capped total as long as more leads follow', () => {
  expect(pagedTotal(page)).toBe(10_000)
  expect(pagedTotal({ ...page, currentPage: 201 })).toBe(10_001)
  expect(pagedTotal({ ...page, currentPage: 203, hasNextPage: false })).toBe(10_100)
  expect(pagedTotal({ ...page, totalLeads: 70, isTotalCapped: false })).toBe(70)
})
