import type { Lead, LeadPage } from '@raahi/contract/leads'
import { expect, it } from 'vitest'
import type { LeadFilters } from '../../lead-facts/public/lead-filters.ts'
import { includesAll } from '../event-position.ts'
import { addEvent, covers, createLiveView, type ShownLead, startOverlay } from './lead-overlay.ts'

const at = (snapshot: string) => `0123abcd-${snapshot}`
const noFilters = { page: 1, sort: '-createdAt' } as LeadFilters

function makeLead(id: string, fields: Partial<Lead> = {}): Lead {
  return {
    _id: id,
    satatus: 'buy',
    expired: false,
    underReview: false,
    leadType: 'domestic',
    tripType: 'Family',
    cost: 50,
    fullCost: null,
    name: 'Asha',
    destination: 'Goa',
    city: 'Pune',
    travelDate: null,
    travelMonth: null,
    phone: null,
    email: null,
    replacementStatus: null,
    phoneVerifiedAt: null,
    emailVerifiedAt: null,
    createdAt: '2026-11-23T10:00:00.000Z',
    ...fields,
  } as Lead
}

const pageOf = (leads: Lead[], eventId: string) => ({ leads, eventId }) as LeadPage

it('compares positions by the transactions that they include', () => {
  expect(includesAll(at('10:12:10'), at('10:10:'))).toBe(true)
  expect(includesAll(at('10:12:10'), at('11:11:'))).toBe(false)
  expect(includesAll(at('10:12:10'), at('10:12:10,11'))).toBe(true)
  expect(includesAll(at('10:10:'), at('10:11:'))).toBe(false)
  expect(includesAll('99999999-50:50:', at('10:10:'))).toBe(false)
})

it('shows a sale on a page that was read before it, also if the page arrives later, and keeps other leads as they are', () => {
  const [sold, other] = [makeLead('a'), makeLead('b')]
  const overlay = addEvent(
    startOverlay(at('10:10:')),
    { leads: [makeLead('a', { satatus: 'sold' })] },
    at('12:12:'),
  )
  const before = pageOf([sold, other], at('11:11:'))
  const shown = createLiveView(overlay).show(before)
  expect(shown.leads.map(({ satatus }) => satatus)).toEqual(['sold', 'buy'])
  expect(shown.leads[1]).toBe(other)
  const after = pageOf([other], at('13:13:'))
  expect(createLiveView(overlay).show(after)).toBe(after)
})

it('does not overwrite the data of a later page', () => {
  const overlay = addEvent(
    startOverlay(at('10:10:')),
    { leads: [makeLead('a', { name: 'Old' })] },
    at('12:12:'),
  )
  const page = pageOf([makeLead('a', { name: 'New' })], at('14:14:'))
  expect(createLiveView(overlay).show(page).leads[0]?.name).toBe('New')
  // This page was read before the change was committed.
  const early = pageOf([makeLead('a', { name: 'Before' })], at('11:14:11'))
  expect(createLiveView(overlay).show(early).leads[0]?.name).toBe('Old')
})

it('keeps the contact of a bought lead, and shows a deleted lead as withdrawn', () => {
  const own = makeLead('a', {
    satatus: 'sold',
    phone: '+919876543210',
    replacementStatus: 'pending',
  })
  let overlay = addEvent(
    startOverlay(at('10:10:')),
    { leads: [makeLead('a', { satatus: 'sold', adult: 9 })] },
    at('12:12:'),
  )
  overlay = addEvent(overlay, { removedLeadIds: ['b'] }, at('13:13:'))
  const [first, second] = createLiveView(overlay).show(pageOf([own, makeLead('b')], at('10:10:')))
    .leads as ShownLead[]
  expect(first).toMatchObject({ adult: 9, phone: '+919876543210', replacementStatus: 'pending' })
  expect(second).toMatchObject({ isWithdrawn: true })
})

it('applies a price to unsold leads of its type', () => {
  const overlay = addEvent(
    startOverlay(at('10:10:')),
    { prices: { domestic: 60, international: null, aged: [] } },
    at('12:12:'),
  )
  const leads = [
    makeLead('a'),
    makeLead('b', { satatus: 'sold', cost: 40 }),
    makeLead('c', { leadType: 'international' }),
  ]
  const costs = (eventId: string) =>
    createLiveView(overlay)
      .show(pageOf(leads, eventId))
      .leads.map(({ cost }) => cost)
  expect(costs(at('11:11:'))).toEqual([60, 40, null])
  expect(costs(at('12:12:'))).toEqual([50, 40, 50])
})

it('applies the price of its age to an unsold lead, and shows the higher price beside it', () => {
  const aged = [
    { leadType: 'domestic' as const, createdBefore: '2026-10-01T18:30:00.000Z', cost: 30 },
    { leadType: 'domestic' as const, createdBefore: '2026-11-01T18:30:00.000Z', cost: 45 },
  ]
  const overlay = addEvent(
    startOverlay(at('10:10:')),
    { prices: { domestic: 50, international: 50, aged } },
    at('12:12:'),
  )
  const leads = [
    makeLead('new', { createdAt: '2026-11-01T18:30:00.000Z', cost: 45, fullCost: 50 }),
    makeLead('old', { createdAt: '2026-11-01T18:29:59.999Z' }),
    makeLead('oldest', { createdAt: '2026-01-01T00:00:00.000Z' }),
    makeLead('abroad', { createdAt: '2026-01-01T00:00:00.000Z', leadType: 'international' }),
  ]
  const shown = createLiveView(overlay).show(pageOf(leads, at('11:11:'))).leads
  expect(shown.map(({ cost, fullCost }) => [cost, fullCost])).toEqual([
    [50, null],
    [45, 50],
    [30, 50],
    [50, null],
  ])
  expect(shown[3]).toBe(leads[3])
})

it('counts each new lead that matches the filters once, until a page has it or it is sold', () => {
  const page = pageOf([], at('10:10:'))
  let overlay = addEvent(
    startOverlay(at('10:10:')),
    {
      leads: [makeLead('a'), makeLead('b', { destination: 'Kerala' }), makeLead('c')],
      newLeadIds: ['a', 'b'],
    },
    at('12:12:'),
  )
  expect(createLiveView(overlay).countNew(page, noFilters)).toBe(2)
  expect(createLiveView(overlay).countNew(page, { ...noFilters, destinations: 'goa,Manali' })).toBe(
    1,
  )
  expect(createLiveView(overlay).countNew(page, { ...noFilters, status: 'sold' })).toBe(0)
  expect(createLiveView(overlay).countNew(pageOf([], at('12:12:')), noFilters)).toBe(0)
  overlay = addEvent(overlay, { leads: [makeLead('a', { satatus: 'sold' })] }, at('13:13:'))
  expect(createLiveView(overlay).countNew(page, noFilters)).toBe(1)
})

it('starts anew if the server requests it or too much has changed, and then covers no earlier page', () => {
  const overlay = addEvent(startOverlay(at('10:10:')), { leads: [makeLead('a')] }, at('12:12:'))
  expect(covers(overlay, { eventId: at('10:10:') })).toBe(true)
  const again = addEvent(overlay, { readAgain: true }, at('90:90:'))
  expect([again.leads.size, covers(again, { eventId: at('80:80:') })]).toEqual([0, false])
  const many = Array.from({ length: 2001 }, (_, index) => makeLead(String(index)))
  expect(addEvent(overlay, { leads: many }, at('13:13:')).since).toBe(at('13:13:'))
})
