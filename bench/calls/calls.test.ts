import { describe, expect, it } from 'vitest'
import { callBenchmarks, callsWithoutBenchmark } from './all-calls.ts'

describe('benchmark of all calls', () => {
  it('covers every endpoint of the contract', () => {
    expect(callsWithoutBenchmark()).toEqual([])
  })

  it('gives every benchmark a unique name', () => {
    const names = callBenchmarks.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})
