import { describe, expect, test } from 'vitest'
import { allDetails } from './guides/all-details.ts'
import { goa } from './guides/goa.ts'
import type { Month } from './guides/guide.ts'
import { jaipur } from './guides/jaipur.ts'
import { kerala } from './guides/kerala.ts'
import { manali } from './guides/manali.ts'
import { rajasthan } from './guides/rajasthan.ts'
import { formatBestMonths } from './months.ts'
import { destinations } from './public/destinations.ts'

const guides = [goa, kerala, rajasthan, manali, jaipur]
const yearOf = (best: readonly number[]): Month[] =>
  Array.from({ length: 12 }, (_, i) => [20, 10, 'dry', best.includes(i) ? 'best' : 'hard'])

describe('the text of the best months', () => {
  test.each([
    ['January', [0]],
    ['March to June', [2, 3, 4, 5]],
    ['November to February', [10, 11, 0, 1]],
    ['March to June, September to October', [2, 3, 4, 5, 8, 9]],
    ['', []],
  ])('%s', (words, best) => {
    expect(formatBestMonths(yearOf(best))).toBe(words)
  })
})

test('every destination has a guide with a complete chart and plan', () => {
  expect(guides.map(({ slug }) => slug).sort()).toEqual(destinations.map(({ slug }) => slug).sort())
  for (const { slug, days, months, related } of guides) {
    const { plan } = allDetails[slug]
    expect(months, slug).toHaveLength(12)
    for (const [day, night] of months) expect(day, slug).toBeGreaterThan(night)
    expect(formatBestMonths(months), slug).not.toBe('')
    expect(related, slug).not.toContain(slug)
    expect(plan.days, slug).toHaveLength(days)
    // Every night except the last day's has a place.
    expect(plan.days.map(({ night }) => night !== undefined)).toEqual(
      plan.days.map((_, index) => index < plan.days.length - 1),
    )
  }
})
