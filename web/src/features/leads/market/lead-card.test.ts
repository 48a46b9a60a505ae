import type { Lead } from '@raahi/contract/leads'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LeadCard } from './lead-card.tsx'

const lead: Lead = {
  _id: '01890000-0000-7000-8000-000000000000',
  leadId: 'LD-000001',
  name: 'Asha Rao',
  phone: null,
  email: null,
  hasEmail: true,
  emailVerifiedAt: null,
  phoneVerifiedAt: null,
  city: 'Pune',
  destination: 'Kerala',
  travelDate: null,
  travelTime: '5 (days) - 4 (nights)',
  travelDays: 5,
  travelNights: 4,
  adult: 2,
  children: 0,
  infant: 0,
  totalMembers: { adult: '2', children: '0', infant: '0' },
  tripType: 'Others',
  leadType: 'domestic',
  travelMonth: null,
  budgetPerPerson: null,
  priority: null,
  satatus: 'buy',
  expired: false,
  underReview: false,
  fullCost: null,
  cost: 50,
  replacementStatus: null,
  createdAt: '2026-11-01T10:00:00.000Z',
}

function textOf(fields: Partial<Lead>): string {
  const card = createElement(LeadCard, {
    lead: { ...lead, ...fields },
    nowMs: Date.parse('2026-11-02T10:00:00Z'),
    currentYear: 2026,
    paidByPlan: false,
    drawOwnActions: () => null,
    onBuy: () => {},
    onBuyNear: () => {},
  })
  return renderToStaticMarkup(card).replace(/<[^>]*>/g, '')
}

it('names the fields that a traveller left empty', () => {
  expect(textOf({ hasEmail: false })).toContain('Phone only')
  expect(textOf({ city: null })).toContain('city not given')
  expect(textOf({ destination: null })).toContain('Destination open')
})

it('does not name a hidden contact as missing', () => {
  expect(textOf({})).toContain('Email ****')
  expect(textOf({})).not.toMatch(/Phone only|not given|Destination open/)
})
