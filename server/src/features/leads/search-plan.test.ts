import { expect, it } from 'vitest'
import { chooseSearchPlan } from './search-plan.ts'

const leads = 1_000_000
const query = { page: 1, limit: 50, sort: '-createdAt' } as const

it('gathers few matches, and scans for the first page of many', () => {
  const rare = { leads, indexed: [900, 50_000], forSale: 40, sold: 10 }
  expect(chooseSearchPlan(query, rare)).toBe('gather')
  const common = { leads, indexed: [100_000], forSale: 70_000, sold: 30_000 }
  expect(chooseSearchPlan(query, common)).toBe('scan')
})

it('gathers for a page far from the start, and for a sort by cost of which few leads are sold', () => {
  const common = { leads, indexed: [100_000], forSale: 100_000, sold: 1 }
  expect(chooseSearchPlan({ ...query, page: 800 }, common)).toBe('gather')
  expect(chooseSearchPlan({ ...query, sort: 'cost' }, common)).toBe('gather')
})
