import { describe, expect, it } from 'vitest'
import { callBenchmarks, callsWithoutBenchmark } from './all-calls.ts'

describe('the bench of all calls', () => {
  it('asks every call of the contract', () => {
    expect(callsWithoutBenchmark()).toEqual([])
  })

  it('names each way of asking once', () => {
    const names = callBenchmarks.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})
