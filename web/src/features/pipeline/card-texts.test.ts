import type { PipelineMove } from '@raahi/contract/pipeline'
import { expect, it } from 'vitest'
import { lastingMoves, moveText } from './card-texts.ts'

it('names a correction of a won or lost trip', () => {
  expect(moveText({ from: 'new', to: 'won' })).toBe('Moved to Won')
  expect(moveText({ from: 'won', to: 'won' })).toBe('Price changed')
  expect(moveText({ from: 'lost', to: 'lost' })).toBe('Reason changed')
})

it('omits undone moves and the undo itself', () => {
  const move = (_id: string, cause: PipelineMove['cause'], isUndone = false): PipelineMove => ({
    _id,
    from: 'new',
    to: 'contacted',
    cause,
    by: 'Anil',
    byId: '0199a000-0000-7000-8000-000000000001',
    at: '2026-05-10T04:30:00.000Z',
    isUndone,
  })
  const moves = [move('3', 'undo'), move('2', 'agent', true), move('1', 'outcome')]
  expect(lastingMoves(moves).map(({ _id }) => _id)).toEqual(['1'])
})
