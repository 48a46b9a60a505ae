import type { LeadCost } from '@raahi/contract/lead-costs'
import { describe, expect, test } from 'vitest'
import {
  describeCounts,
  describeCreate,
  describeDelete,
  describePrice,
  formatSavedMessage,
} from './lead-cost-effects.ts'
import { formatPrices } from './public/format-prices.ts'

const domestic: LeadCost = { _id: 'd', type: 'domestic', price: 50 }
const international: LeadCost = { _id: 'i', type: 'international', price: 40 }
const both: LeadCost = { _id: 'b', type: 'both', price: 30 }

describe('the meaning of a price or its absence', () => {
  test('agents pay the price of the type', () => {
    expect(describePrice([domestic, both], 'domestic')).toBe(
      'What agents pay for each domestic lead.',
    )
  })

  test('a type without a price costs the price for Both, and without that cannot be bought', () => {
    expect(describePrice([both], 'domestic')).toBe('Agents pay the price for Both, ₹30.')
    expect(describePrice([international], 'domestic')).toBe(
      'Agents cannot buy domestic leads until a price is set.',
    )
  })

  test('the price for Both is described as in use only for types without a price', () => {
    expect(describePrice([both], 'both')).toContain('pay for domestic and international leads')
    expect(describePrice([domestic, both], 'both')).toContain('pay for international leads')
    expect(describePrice([domestic, international, both], 'both')).toContain('Not in use now')
  })
})

describe('the effect of Create', () => {
  test('a second create for a type changes its price, and the text names both prices', () => {
    expect(describeCreate([domestic], 'domestic', 62.5)).toBe(
      'Domestic already has a price, ₹50. Create changes it to ₹62.50.',
    )
    expect(describeCreate([domestic], 'domestic', null)).toBe(
      'Domestic already has a price, ₹50. Create replaces it.',
    )
  })

  test('a first price opens the type for sale, or replaces the price for Both', () => {
    expect(describeCreate([], 'domestic', 5)).toBe('Domestic leads can be bought once this is set.')
    expect(describeCreate([both], 'domestic', 5)).toBe(
      'Domestic leads will cost this instead of the price for Both.',
    )
  })

  test('a price for Both applies to the types without a price', () => {
    expect(describeCreate([domestic], 'both', 5)).toContain('of international leads')
    expect(describeCreate([domestic, international], 'both', 5)).toContain(
      'Right now both have one',
    )
  })
})

describe('the effect of deleting', () => {
  test('a type then costs the price for Both, or cannot be bought', () => {
    expect(describeDelete([domestic, both], 'domestic')).toBe(
      'Domestic leads will cost the price for Both, ₹30.',
    )
    expect(describeDelete([domestic, international], 'domestic')).toBe(
      'Agents will not be able to buy domestic leads until a price for Domestic or Both is set.',
    )
  })

  test('without Both, types without a price cannot be bought', () => {
    expect(describeDelete([both], 'both')).toContain('domestic or international leads')
    expect(describeDelete([domestic, international, both], 'both')).toBe(
      'Domestic and International leads keep their own prices.',
    )
  })
})

test('the message distinguishes a first price from a changed one', () => {
  expect(formatSavedMessage([international], domestic)).toMatch(/^Lead cost saved: Domestic ₹50/)
  expect(formatSavedMessage([international, domestic], { ...domestic, price: 60 })).toBe(
    'Successfully updated lead cost.',
  )
})

test('the overview of the settings names the prices, and the leads that cannot be bought', () => {
  expect(formatPrices([domestic, international])).toBe('Domestic ₹50, International ₹40.')
  expect(formatPrices([domestic, both])).toBe('Domestic ₹50, Both ₹30.')
  expect(formatPrices([domestic])).toBe(
    'Domestic ₹50. Agents cannot buy international leads until a price is set.',
  )
  expect(formatPrices([])).toBe(
    'Agents cannot buy domestic or international leads until a price is set.',
  )
})

test('the effect of a price is stated in figures', () => {
  expect(describeCounts(60, { leads: 0, searchesLost: 0, searchesWon: 0 })).toBe(
    'No available lead changes its price.',
  )
  expect(describeCounts(60, { leads: 1412, searchesLost: 23, searchesWon: 0 })).toBe(
    '1,412 available leads change their price. 23 saved searches with a highest price below ₹60 no longer find such leads.',
  )
  expect(describeCounts(40, { leads: 1, searchesLost: 0, searchesWon: 1 })).toBe(
    '1 available lead changes its price. 1 more saved search finds such leads.',
  )
})
