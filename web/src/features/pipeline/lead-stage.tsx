import { Button, Menu } from '@mantine/core'
import type { PipelineCard } from '@raahi/contract/pipeline'
import {
  columnLabels,
  lostReasons,
  type PipelineStage,
  pipelineStages,
} from '@raahi/contract/pipeline-words'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatAge } from '../../lib/ages.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { Money } from '../../ui/money.tsx'
import classes from './lead-desk.module.css'
import { LostDialog } from './lost-dialog.tsx'
import { cardQuery } from './pipeline.api.ts'
import board from './pipeline-board.module.css'
import { UndoBar } from './undo-bar.tsx'
import { type MoveDetails, useMoves } from './use-moves.ts'
import { WonDialog } from './won-dialog.tsx'

/** The stage of a bought lead, with a menu that changes it. */
export function LeadStage({ leadId }: { leadId: string }) {
  const { data } = useQuery(cardQuery(leadId))
  const { moves, undoable, move, undo, closeUndo } = useMoves()
  const won = useDialogTarget<PipelineCard>()
  const lost = useDialogTarget<PipelineCard>()
  const nowMs = useMinute()
  const moved = moves[leadId]
  const read = data?.card
  const card = moved && (!read || read.version <= moved.card.version) ? moved.card : read
  if (!card) return null
  const choose = (to: PipelineStage) => {
    if (to === 'won') won.open(card)
    else if (to === 'lost') lost.open(card)
    else if (to !== card.stage) move(card, to)
  }
  const moveTo = (to: 'won' | 'lost') => (target: PipelineCard, details: MoveDetails) =>
    move(target, to, details)
  return (
    <div className={classes.stage}>
      {card.column === 'returned' ? (
        <strong>Returned</strong>
      ) : (
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              size="sm"
              leftSection={<span className={board.dot} data-stage={card.stage} aria-hidden />}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              aria-label={`Stage: ${columnLabels[card.stage]}`}
            >
              {columnLabels[card.stage]}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Move to</Menu.Label>
            {pipelineStages.map((stage) => (
              <Menu.Item
                key={stage}
                disabled={stage === card.stage && stage !== 'won' && stage !== 'lost'}
                onClick={() => choose(stage)}
              >
                {stage === card.stage && stage === 'won'
                  ? 'Change the price of the trip'
                  : stage === card.stage && stage === 'lost'
                    ? 'Change the reason'
                    : columnLabels[stage]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <span className={classes.since}>
        {card.stage === 'won' && card.wonAmount !== null && (
          <>
            <Money rupees={card.wonAmount} /> ·{' '}
          </>
        )}
        {card.stage === 'lost' && card.lostReason && `${lostReasons[card.lostReason]} · `}
        for {formatAge(card.stageSince, new Date(nowMs))}
      </span>
      <WonDialog {...won} onClose={won.close} onMove={moveTo('won')} />
      <LostDialog {...lost} onClose={lost.close} onMove={moveTo('lost')} />
      {undoable && (
        <UndoBar
          key={undoable.moveId}
          text={`Moved to ${columnLabels[undoable.card.stage]}.`}
          onUndo={undo}
          onClose={closeUndo}
        />
      )}
    </div>
  )
}
