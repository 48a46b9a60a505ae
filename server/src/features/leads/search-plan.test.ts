import { expect, it } from 'vitest'
import { chooseSearchPlan } from './search-plan.ts'

const leads = 1_000_000
const query = { page: 1, limit: 50, sort: '-createdAt' } as const
const parts = (domestic: number, international: number, sold: number) => [
  { leadType: 'domestic', status: 'buy', n: domestic } as const,
  { leadType: 'international', status: 'buy', n: international } as const,
  { leadType: 'domestic', status: 'sold', n: sold } as const,
]

it('gathers few matches, and scans for the first page of many', () => {
  const rare = { leads, indexed: [900, 50_000], matches: parts(40, 0, 10) }
  expect(chooseSearchPlan(query, rare)).toBe('gather')
  const common = { leads, indexed: [100_000], matches: parts(70_000, 0, 30_000) }
  expect(chooseSearchPlan(query, common)).toBe('scan')
})

it('gathers for a page far from the start, and for a sort by cost of which few leads are sold', () => {
  const common = { leads, indexed: [100_000], matches: parts(100_000, 0, 1) }
  expect(chooseSearchPlan({ ...query, page: 800 }, common)).toBe('gather')
  expect(chooseSearchPlan({ ...query, sort: 'cost' }, common)).toBe('gather')
})
