import { Button } from '@mantine/core'
import { columnLabels, type PipelineStage } from '@raahi/contract/pipeline-labels'
import { useId, useRef } from 'react'
import { formatCount } from '../../lib/counts.ts'
import { BoardCard } from './board-card.tsx'
import { useDropColumn } from './board-drag.ts'
import type { ShownColumn } from './board-state.ts'
import classes from './pipeline-board.module.css'
import type { MoreCards } from './use-board.ts'

interface BoardColumnProps {
  stage: PipelineStage
  column: ShownColumn
  more: MoreCards
  nowMs: number
  onOpen: (leadNumber: string) => void
  onMove: (leadId: string, stage: PipelineStage) => void
}

const emptyTexts: Record<PipelineStage, string> = {
  new: 'Leads you buy appear here.',
  contacted: 'Leads you have reached.',
  quoted: 'Leads that have your quote.',
  won: 'Trips you have sold.',
  lost: 'Leads that did not book.',
}

/** A stage with its cards and a button that loads more. Cards can be dropped on it. */
export function BoardColumn({ stage, column, more, nowMs, onOpen, onMove }: BoardColumnProps) {
  const id = useId()
  const element = useRef<HTMLElement>(null)
  const isOver = useDropColumn(element, stage, onMove)
  const { total, cards } = column
  return (
    <section
      ref={element}
      className={classes.column}
      data-stage={stage}
      data-over={isOver || undefined}
      aria-labelledby={id}
    >
      <header className={classes.head}>
        <span className={classes.dot} data-stage={stage} aria-hidden />
        <h2 id={id} className={classes.stage}>
          {columnLabels[stage]}
        </h2>
        <span className={classes.count}>{formatCount(total)}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls needs the focus of the keyboard. */}
      <ul className={classes.cards} aria-labelledby={id} tabIndex={0}>
        {cards.map((card) => (
          <BoardCard key={card.leadId} card={card} nowMs={nowMs} onOpen={onOpen} onMove={onMove} />
        ))}
        {cards.length === 0 && <li className={classes.none}>{emptyTexts[stage]}</li>}
        {more.hasMore && (
          <li className={classes.last}>
            <Button variant="default" size="sm" onClick={more.load} loading={more.isLoading}>
              {more.hasFailed ? 'Could not load. Try again' : 'Show more'}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
