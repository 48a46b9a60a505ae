import type { PipelineCard } from '@raahi/contract/pipeline'
import type { PipelineStage } from '@raahi/contract/pipeline-labels'
import { type ReactNode, useCallback } from 'react'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { UndoBar } from '../../ui/undo-bar.tsx'
import { moveText } from './card-texts.ts'
import { LostDialog } from './lost-dialog.tsx'
import type { useMoves } from './use-moves.ts'
import { WonDialog } from './won-dialog.tsx'

type Moves = Pick<ReturnType<typeof useMoves>, 'undoable' | 'move' | 'undo' | 'closeUndo'>

/**
 * Asks for the details that a move to Won or Lost needs, and offers to undo the last move.
 * @returns `start`, the same function on every render, which moves a card or corrects a won or lost trip; and the
 * dialogs to render
 */
export function useMoveDialogs({ undoable, move, undo, closeUndo }: Moves): {
  start: (card: PipelineCard, to: PipelineStage) => void
  dialogs: ReactNode
} {
  const won = useDialogTarget<PipelineCard>()
  const lost = useDialogTarget<PipelineCard>()
  const start = useCallback(
    (card: PipelineCard, to: PipelineStage) => {
      if (to === 'won') won.open(card)
      else if (to === 'lost') lost.open(card)
      else if (to !== card.stage) move(card, to)
    },
    [won.open, lost.open, move],
  )
  const dialogs = (
    <>
      <WonDialog
        {...won}
        onClose={won.close}
        onMove={(card, details) => move(card, 'won', details)}
      />
      <LostDialog
        {...lost}
        onClose={lost.close}
        onMove={(card, details) => move(card, 'lost', details)}
      />
      {undoable && (
        <UndoBar
          key={undoable.moveId}
          text={`${moveText({ from: undoable.from, to: undoable.card.stage })}.`}
          onUndo={undo}
          onClose={closeUndo}
        />
      )}
    </>
  )
  return { start, dialogs }
}
