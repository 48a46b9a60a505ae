import { ActionIcon, Menu } from '@mantine/core'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { columnLabels, type PipelineStage, pipelineStages } from '@raahi/contract/pipeline-labels'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { AssignItems } from '../members/public/assign-menu.tsx'

interface MoveMenuProps {
  card: PipelineCard
  onMove: (stage: PipelineStage) => void
  className?: string | undefined
}

/** A menu with every move of a card, as the alternative to dragging. */
export function MoveMenu({ card, onMove, className }: MoveMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={className}
          variant="subtle"
          color="ink"
          size={30}
          data-menu
          aria-label={`Move ${card.name}, ${card.leadNumber}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown maw="20rem">
        <Menu.Label>Move to</Menu.Label>
        {pipelineStages.map((stage) => (
          <Menu.Item
            key={stage}
            disabled={stage === card.stage}
            rightSection={stage === card.stage && <IconCheck size={16} aria-hidden />}
            onClick={() => onMove(stage)}
          >
            {columnLabels[stage]}
          </Menu.Item>
        ))}
        <AssignItems leadIds={[card.leadId]} present={card.assignee?._id} />
      </Menu.Dropdown>
    </Menu>
  )
}
