import type { LeadCost } from '@raahi/contract/lead-costs'
import { describe, expect, test } from 'vitest'
import { createEffect, deleteEffect, priceMeaning, savedText } from './lead-cost-effects.ts'

const domestic: LeadCost = { _id: 'd', type: 'domestic', price: 50 }
const international: LeadCost = { _id: 'i', type: 'international', price: 40 }
const both: LeadCost = { _id: 'b', type: 'both', price: 30 }

describe('the meaning of a price or its absence', () => {
  test('agents pay the price of the type', () => {
    expect(priceMeaning([domestic, both], 'domestic')).toBe(
      'What agents pay for each domestic lead.',
    )
  })

  test('a type without a price costs the price for Both, and without that cannot be bought', () => {
    expect(priceMeaning([both], 'domestic')).toBe('Agents pay the price for Both, ₹30.')
    expect(priceMeaning([international], 'domestic')).toBe(
      'Agents cannot buy domestic leads until a price is set.',
    )
  })

  test('the price for Both is described as in use only for types without a price', () => {
    expect(priceMeaning([both], 'both')).toContain('pay for domestic and international leads')
    expect(priceMeaning([domestic, both], 'both')).toContain('pay for international leads')
    expect(priceMeaning([domestic, international, both], 'both')).toContain('Not in use now')
  })
})

describe('the effect of Create', () => {
  test('a second create for a type changes its price, and the text names both prices', () => {
    expect(createEffect([domestic], 'domestic', 62.5)).toBe(
      'Domestic already has a price, ₹50. Create changes it to ₹62.50.',
    )
    expect(createEffect([domestic], 'domestic', null)).toBe(
      'Domestic already has a price, ₹50. Create replaces it.',
    )
  })

  test('a first price opens the type for sale, or replaces the price for Both', () => {
    expect(createEffect([], 'domestic', 5)).toBe('Domestic leads can be bought once this is set.')
    expect(createEffect([both], 'domestic', 5)).toBe(
      'Domestic leads will cost this instead of the price for Both.',
    )
  })

  test('a price for Both applies to the types without a price', () => {
    expect(createEffect([domestic], 'both', 5)).toContain('of international leads')
    expect(createEffect([domestic, international], 'both', 5)).toContain('Right now both have one')
  })
})

describe('the effect of deleting', () => {
  test('a type then costs the price for Both, or cannot be bought', () => {
    expect(deleteEffect([domestic, both], 'domestic')).toBe(
      'Domestic leads will cost the price for Both, ₹30.',
    )
    expect(deleteEffect([domestic, international], 'domestic')).toBe(
      'Agents will not be able to buy domestic leads until a price for Domestic or Both is set.',
    )
  })

  test('without Both, types without a price cannot be bought', () => {
    expect(deleteEffect([both], 'both')).toContain('domestic or international leads')
    expect(deleteEffect([domestic, international, both], 'both')).toBe(
      'Domestic and International leads keep their own prices.',
    )
  })
})

test('the message distinguishes a first price from a changed one', () => {
  expect(savedText([international], domestic)).toMatch(/^Lead cost saved: Domestic ₹50/)
  expect(savedText([international, domestic], { ...domestic, price: 60 })).toBe(
    'Successfully updated lead cost.',
  )
})
