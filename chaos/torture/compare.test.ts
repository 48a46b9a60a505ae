import { expect, it } from 'vitest'
import { compare, textOf } from './compare.ts'

it('reports no difference when acknowledged and stored data are equal', () => {
  const recorded = new Map([['a', textOf('ann', 500, null)]])
  expect(compare('purchase', [['a', textOf('ann', 500, null)]], recorded)).toEqual([])
})

it('distinguishes lost, changed, duplicate and unacknowledged records', () => {
  const recorded = new Map([
    ['changed', '400'],
    ['twice', '1'],
    ['made-up', '7'],
  ])
  const acknowledged = [
    ['lost', '100'],
    ['changed', '500'],
    ['twice', '1'],
    ['twice', '1'],
  ] as const
  expect(compare('recharge', acknowledged, recorded)).toEqual([
    'recharge lost was acknowledged and is missing: 100',
    'recharge changed was acknowledged as 500 and is stored as 400',
    'recharge twice was acknowledged twice',
    'recharge made-up was stored but never acknowledged: 7',
  ])
})
