import { Button, Menu } from '@mantine/core'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { columnLabels, lostReasons, pipelineStages } from '@raahi/contract/pipeline-labels'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatAge } from '../../../lib/ages.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Money } from '../../../ui/money.tsx'
import { useAgentRole } from '../../account/public/use-agent-role.ts'
import { AssignButton } from '../../members/public/assign-menu.tsx'
import { withMove } from '../board-state.ts'
import board from '../pipeline-board.module.css'
import { useMoveDialogs } from '../use-move-dialogs.tsx'
import { useMoves } from '../use-moves.ts'
import classes from './card-details.module.css'
import { cardQuery } from './pipeline.api.ts'

/** The stage of a bought lead, with a menu that changes it. */
export function LeadStage({ leadId }: { leadId: string }) {
  const { data } = useQuery(cardQuery(leadId))
  const moves = useMoves()
  const { start, dialogs } = useMoveDialogs(moves)
  const nowMs = useMinute()
  if (!data) return <div className={classes.stage} />
  const card = withMove(data.card, moves.moves)
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
                onClick={() => start(card, stage)}
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
      <Assignment card={card} />
      <span className={classes.since}>
        {card.stage === 'won' && card.wonAmount !== null && (
          <>
            <Money rupees={card.wonAmount} /> ·{' '}
          </>
        )}
        {card.stage === 'lost' && card.lostReason && `${lostReasons[card.lostReason]} · `}
        for {formatAge(card.stageSince, new Date(nowMs))}
      </span>
      {dialogs}
    </div>
  )
}

/** The member that works the lead, with a menu that assigns it. Renders nothing in an agency of one. */
function Assignment({ card: { leadId, assignee } }: { card: PipelineCard }) {
  if (useAgentRole() === 'caller') return null
  return (
    <AssignButton
      leadIds={[leadId]}
      present={assignee?._id ?? null}
      label={assignee ? assignee.name : 'Not assigned'}
    />
  )
}
