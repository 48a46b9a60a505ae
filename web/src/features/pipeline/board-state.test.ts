import type { PipelineCard } from '@raahi/contract/pipeline'
import { type PipelineStage, pipelineStages } from '@raahi/contract/pipeline-labels'
import { describe, expect, it } from 'vitest'
import { keepMissing, type ShownBoard, type ShownMove, showMoves } from './board-state.ts'

function card(leadId: string, stage: PipelineStage, changed: Partial<PipelineCard> = {}) {
  return {
    leadId,
    stage,
    column: stage,
    version: 1,
    stageSince: '2026-11-20T10:00:00.000Z',
    followUp: null,
    ...changed,
  } as PipelineCard
}

function boardOf(
  cards: readonly PipelineCard[],
  totals: Partial<Record<PipelineStage, number>> = {},
) {
  const columns = pipelineStages.map((stage) => {
    const own = cards.filter((one) => one.stage === stage)
    return [stage, { total: totals[stage] ?? own.length, cards: own }] as const
  })
  return Object.fromEntries(columns) as unknown as ShownBoard
}

const move = (
  moved: PipelineCard,
  from: PipelineStage,
  isStored = false,
): Record<string, ShownMove> => ({ [moved.leadId]: { card: moved, from, isStored } })

const ids = (board: ShownBoard, stage: PipelineStage) =>
  board[stage].cards.map(({ leadId }) => leadId)

describe('the board while a card moves', () => {
  it('shows and counts the card only in its new stage', () => {
    const board = boardOf([card('a', 'new'), card('b', 'new')], { new: 70, quoted: 4 })
    const shown = showMoves(board, move(card('a', 'quoted'), 'new'))
    expect([ids(shown, 'new'), ids(shown, 'quoted')]).toEqual([['b'], ['a']])
    expect([shown.new.total, shown.quoted.total]).toEqual([69, 5])
  })

  it('uses the order of the server: by follow-up, then by the latest stage change', () => {
    const dated = card('dated', 'quoted', { followUp: { on: '2026-12-01', time: null } })
    const board = boardOf([dated, card('old', 'quoted')])
    const now = { stageSince: '2026-11-23T10:00:00.000Z' }
    expect(ids(showMoves(board, move(card('a', 'quoted', now), 'new')), 'quoted')).toEqual([
      'dated',
      'a',
      'old',
    ])
    const urgent = card('a', 'quoted', { ...now, followUp: { on: '2026-11-30', time: null } })
    expect(ids(showMoves(board, move(urgent, 'new')), 'quoted')[0]).toBe('a')
  })

  it('keeps a stored move until the loaded board is as new, and then shows the loaded board', () => {
    const stored = move(card('a', 'quoted', { version: 2 }), 'new', true)
    const older = boardOf([card('a', 'new')])
    expect(keepMissing(older, stored)).toBe(stored)
    expect(ids(showMoves(older, stored), 'quoted')).toEqual(['a'])
    // Another tab has moved the card again, so its version is newer.
    const newer = boardOf([card('a', 'won', { version: 3 })])
    expect(keepMissing(newer, stored)).toEqual({})
    expect(ids(showMoves(newer, stored), 'won')).toEqual(['a'])
  })

  it('uses the totals of a board requested after the move was stored, if the card is beyond the loaded pages', () => {
    const stored = { card: card('a', 'contacted'), from: 'new', isStored: true } as const
    const moves = { a: { ...stored, storedAtMs: 500 } }
    const board = boardOf([card('b', 'contacted')], { new: 3, contacted: 61 })
    const totals = (readFromMs: number) => {
      const shown = showMoves(board, moves, readFromMs)
      return [shown.new.total, shown.contacted.total]
    }
    expect(totals(499)).toEqual([2, 62])
    expect(totals(501)).toEqual([3, 61])
    expect(keepMissing(board, moves, 501)).toEqual({})
  })

  it('counts a card once if the board shows it in its new stage before the response to the move', () => {
    const board = boardOf([card('a', 'quoted', { version: 2 })])
    const shown = showMoves(board, move(card('a', 'quoted'), 'new'))
    expect([shown.new.total, shown.quoted.total]).toEqual([0, 1])
  })
})
