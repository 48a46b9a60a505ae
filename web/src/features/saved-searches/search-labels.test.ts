import { maxNewMatches } from '@raahi/contract/saved-searches'
import { expect, it } from 'vitest'
import { formatNewMatches } from './search-labels.ts'

it('shows that more leads may match than the server counts', () => {
  expect(formatNewMatches(maxNewMatches - 1)).toBe('99')
  expect(formatNewMatches(maxNewMatches)).toBe('99+')
})
