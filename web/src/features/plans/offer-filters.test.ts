import type { Plan } from '@raahi/contract/plans'
import { describe, expect, it } from 'vitest'
import { pageOfOffers, readOfferFilters, writeOfferFilters } from './offer-filters.ts'

const plans = Array.from({ length: 23 }, (_, index): Plan => {
  const planType = index % 2 === 0 ? 'domestic' : 'both'
  return {
    _id: `01a1ff16-4ebd-7160-8d67-3716c296ad${String(index).padStart(2, '0')}`,
    planId: `P-${index}`,
    planName: `Plan ${index}`,
    price: 100 + index,
    description: '',
    validity: 30,
    planType,
    numberOfLeads: 10,
  }
})

const read = (query: string) => readOfferFilters(new URLSearchParams(query))

describe('the plans of a page', () => {
  it('are ten, the last page holding the rest', () => {
    expect(pageOfOffers(plans, read('')).shown).toEqual(plans.slice(0, 10))
    const last = pageOfOffers(plans, read('page=3'))
    expect(last.shown).toEqual(plans.slice(20))
    expect(last.pages).toBe(3)
  })

  it('are of the chosen type alone', () => {
    const { fitting, pages } = pageOfOffers(plans, read('planType=both'))
    expect(fitting.map(({ planType }) => planType)).toEqual(Array(11).fill('both'))
    expect(pages).toBe(2)
  })

  it('are those of the last page where the address asks for one beyond', () => {
    expect(pageOfOffers(plans, read('page=99')).page).toBe(3)
    expect(pageOfOffers([], read('page=2'))).toMatchObject({ shown: [], page: 1, pages: 1 })
  })

  it('come back from the address as written, without what is no value', () => {
    const again = (query: string) => writeOfferFilters(read(query)).toString()
    expect(again('planType=domestic&page=2')).toBe('planType=domestic&page=2')
    expect(again('planType=luxury&page=-1&x=1')).toBe('')
    expect(again('page=1.5')).toBe('')
  })
})
