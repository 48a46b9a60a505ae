import { expect, it } from 'vitest'
import { formatPercent, formatShare } from './percent.ts'

it('a percentage has no space before its sign', () => {
  expect(formatPercent(9.1)).toBe('9.1%')
  expect(formatShare(5, 20)).toBe('25%')
  expect(formatShare(0, 0)).toBe('—')
})
