import type { Purchase } from '@raahi/contract/purchases'
import { describe, expect, it } from 'vitest'
import { readFilters } from '../../lib/list-filters.ts'
import { purchaseFigures } from './purchase-figures.ts'
import { filterPurchases, purchaseFilters } from './purchase-filters.ts'

function bought(changed: Partial<Purchase> = {}, lead: Partial<Purchase['lead']> = {}): Purchase {
  return {
    cost: 50,
    createdAt: '2026-11-10T06:00:00.000Z',
    replacementStatus: 'no-replacement',
    paidWith: 'wallet',
    ...changed,
    lead: {
      leadId: 'LD-000001',
      name: 'Asha Rao',
      phone: '+919000000001',
      email: 'asha@example.com',
      city: 'Pune',
      destination: 'Goa',
      leadType: 'domestic',
      ...lead,
    },
  } as Purchase
}

describe('the figures of the purchased leads', () => {
  const now = new Date('2026-11-21T06:00:00.000Z')

  it('count this month of this year, as it is in India', () => {
    const purchases = [
      // 1 November 2026, 00:00 in India.
      bought({ createdAt: '2026-10-31T18:30:00.000Z' }),
      bought({ createdAt: '2026-10-31T18:29:59.999Z' }),
      bought({ createdAt: '2025-11-10T06:00:00.000Z' }),
      bought(),
    ]
    expect(purchaseFigures(purchases, now)).toMatchObject({ totalLeads: 4, boughtThisMonth: 2 })
  })

  it('subtract refunds to the wallet from Total Spent, to the paisa', () => {
    const refunded = (returnedAmount: number | null) => ({
      replacementStatus: 'approved' as const,
      replacement: { returnedAmount } as Purchase['replacement'],
    })
    const purchases = [
      bought({ cost: 0.1 }),
      bought({ cost: 0.2 }),
      bought({ cost: 99.99, ...refunded(99.99) }),
      bought({ cost: 10, ...refunded(7.5) }),
      bought({ cost: 0, paidWith: 'plan', ...refunded(33.33) }),
      bought({ cost: 0, paidWith: 'plan', ...refunded(null) }),
      bought({ cost: 40, replacementStatus: 'pending' }),
      bought({ cost: 0, paidWith: 'plan' }),
    ]
    expect(purchaseFigures(purchases, now).totalSpentPaise).toBe(4280)
  })

  it('count beside Total Spent the leads that plans paid for and did not get back', () => {
    const purchases = [
      bought({ cost: 0, paidWith: 'plan' }),
      bought({ cost: 0, paidWith: 'plan', replacementStatus: 'approved' }),
      bought({ cost: 0, paidWith: 'plan', replacementStatus: 'rejected' }),
      bought({ cost: 0 }),
    ]
    expect(purchaseFigures(purchases, now).leadsWithPlans).toBe(2)
  })
})

describe('the filters of the purchased leads', () => {
  const purchases = [
    bought(),
    bought(
      {},
      {
        leadType: 'international',
        destination: 'Bali',
        name: 'Imran Khan',
        phone: null,
        email: 'imran@example.com',
      },
    ),
  ]
  const fitting = (query: string) =>
    filterPurchases(purchases, readFilters(purchaseFilters, new URLSearchParams(query))).length

  it('find by name, place, contact and number, whatever the case', () => {
    expect(fitting('')).toBe(2)
    expect(fitting('search=ASHA')).toBe(1)
    expect(fitting('search=bali')).toBe(1)
    expect(fitting('search=9000000001')).toBe(1)
    expect(fitting('search=%2B91 90000 00001')).toBe(1)
    expect(fitting('search=zzz')).toBe(0)
  })

  it("compare the lead's type", () => {
    expect(fitting('leadType=international')).toBe(1)
    expect(fitting('leadType=international&search=goa')).toBe(0)
  })
})
