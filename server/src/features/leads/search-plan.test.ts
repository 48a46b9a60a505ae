import { expect, it } from 'vitest'
import { chooseSearchPlan } from './search-plan.ts'

const leads = 1_000_000
const all = { leads, byCreation: leads }
const query = { page: 1, limit: 50, sort: '-createdAt' } as const

it('gathers few matches, and scans for the first page of many', () => {
  const rare = { ...all, indexed: [900, 50_000], forSale: 40, sold: 10 }
  expect(chooseSearchPlan(query, rare)).toBe('gather')
  const common = { ...all, indexed: [100_000], forSale: 70_000, sold: 30_000 }
  expect(chooseSearchPlan(query, common)).toBe('scan')
})

it('gathers for a page far from the start, and for a sort by cost if few matches are sold', () => {
  const common = { ...all, indexed: [100_000], forSale: 100_000, sold: 1 }
  expect(chooseSearchPlan({ ...query, page: 800 }, common)).toBe('gather')
  expect(chooseSearchPlan({ ...query, sort: 'cost' }, common)).toBe('gather')
})

it('scans the leads with verified contacts, which are few, if the list is in the order of creation', () => {
  const marked = { leads, indexed: [30_000], byCreation: 30_000, forSale: 20_000, sold: 10_000 }
  expect(chooseSearchPlan({ ...query, page: 100 }, marked)).toBe('scan')
  expect(chooseSearchPlan({ ...query, page: 100, sort: 'travelDate' }, marked)).toBe('gather')
})
