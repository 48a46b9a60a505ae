import { expect, it } from 'vitest'
import { countInvariants, invariants } from './check-invariants.ts'
import { namesInFastAudit } from './fast-audit.ts'

it('names only invariants, each once', () => {
  expect(namesInFastAudit.filter((name) => !(name in invariants))).toEqual([])
  expect(new Set(namesInFastAudit).size).toBe(namesInFastAudit.length)
})

it('checks fewer invariants than the complete audit', () => {
  expect(countInvariants('fast')).toBeLessThan(countInvariants('complete'))
})
