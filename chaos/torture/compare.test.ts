import { expect, it } from 'vitest'
import { compare, textOf } from './compare.ts'

it('what was told and is on record alike is no difference', () => {
  const recorded = new Map([['a', textOf('ann', 500, null)]])
  expect(compare('purchase', [['a', textOf('ann', 500, null)]], recorded)).toEqual([])
})

it('what is lost, changed, doubled or made up is told apart', () => {
  const recorded = new Map([
    ['changed', '400'],
    ['twice', '1'],
    ['made-up', '7'],
  ])
  const told = [
    ['lost', '100'],
    ['changed', '500'],
    ['twice', '1'],
    ['twice', '1'],
  ] as const
  expect(compare('recharge', told, recorded)).toEqual([
    'recharge lost was acknowledged and is lost: 100',
    'recharge changed was acknowledged as 500 and reads 400',
    'recharge twice was acknowledged twice',
    'recharge made-up is on record and nobody was told: 7',
  ])
})
