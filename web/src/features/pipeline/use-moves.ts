import type { PipelineCard } from '@raahi/contract/pipeline'
import { columnLabels, type PipelineStage } from '@raahi/contract/pipeline-labels'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { notifyError } from '../../ui/toast.ts'
import type { ShownMove, ShownMoves } from './board-state.ts'
import { type MoveBody, moveCard, readPipelineAgain, undoMove } from './public/pipeline.api.ts'

/** The additional fields of a move to Won or Lost. */
export type MoveDetails = Pick<MoveBody, 'wonAmount' | 'lostReason' | 'lostText'>

/** A move that can be undone. */
export interface UndoableMove {
  card: PipelineCard
  /** The stage before the move. */
  from: PipelineStage
  moveId: string
}

/**
 * Moves cards at once on the screen, then on the server. Moves of one card are sent one after another, each with the
 * version that the previous move returned. A failed move is reverted.
 */
export function useMoves() {
  const client = useQueryClient()
  const [moves, setMoves] = useState<ShownMoves>({})
  const [undoable, setUndoable] = useState<UndoableMove | null>(null)
  /**
   * By lead id: the card that the last request returns. It is kept, because a key can be pressed before the response is
   * rendered, with the version before it.
   */
  const requests = useRef(new Map<string, Promise<PipelineCard>>())

  const show = useCallback((move: ShownMove) => {
    setMoves((present) => ({ ...present, [move.card.leadId]: move }))
  }, [])

  const run = useCallback(
    async (
      card: PipelineCard,
      from: PipelineStage,
      send: (version: number) => Promise<PipelineCard>,
      failed: string,
    ) => {
      const { leadId } = card
      show({ card, from, isStored: false })
      const before = requests.current.get(leadId)
      const request = (before ?? Promise.resolve(card)).then(({ version }) =>
        send(Math.max(version, card.version)),
      )
      requests.current.set(leadId, request)
      const isLatest = () => requests.current.get(leadId) === request
      try {
        const stored = await request
        if (!isLatest()) return
        show({ card: stored, from, isStored: true, storedAtMs: performance.now() })
        void readPipelineAgain(client)
      } catch (error) {
        if (!isLatest()) return
        requests.current.delete(leadId)
        void readPipelineAgain(client)
        setMoves(({ [leadId]: _, ...others }) => others)
        setUndoable((present) => (present?.card.leadId === leadId ? null : present))
        const isChanged = isRefusal(error, 'PIPELINE_CARD_CHANGED')
        notifyError(isChanged ? formatChanged(card) : errorWithReason(error, failed))
      }
    },
    [client, show],
  )

  const move = useCallback(
    (card: PipelineCard, to: PipelineStage, details: MoveDetails = {}) => {
      const from = card.stage
      setUndoable(null)
      void run(
        { ...card, stage: to, column: to, stageSince: serverNow().toISOString() },
        from,
        async (version) => {
          const stored = await moveCard(card.leadId, { to, version, ...details })
          if (stored.moveId) setUndoable({ card: stored.card, from, moveId: stored.moveId })
          return stored.card
        },
        `${card.name} could not be moved to ${columnLabels[to]}.`,
      )
    },
    [run],
  )

  const undo = useCallback(() => {
    if (!undoable) return
    const { card, from, moveId } = undoable
    setUndoable(null)
    void run(
      { ...card, stage: from, column: from },
      card.stage,
      () => undoMove(card.leadId, moveId),
      'The move could not be undone.',
    )
  }, [run, undoable])

  const closeUndo = useCallback(() => setUndoable(null), [])
  return { moves, setMoves, undoable, move, undo, closeUndo }
}

const formatChanged = ({ name }: PipelineCard) =>
  `${name} was changed in another tab or on another device. You now see its current stage.`
