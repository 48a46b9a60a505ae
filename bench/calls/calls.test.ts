import { describe, expect, it } from 'vitest'
import { callsWithoutRecipe, recipes } from './all-calls.ts'

describe('the bench of all calls', () => {
  it('asks every call of the contract', () => {
    expect(callsWithoutRecipe()).toEqual([])
  })

  it('names each way of asking once', () => {
    const names = recipes.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})
