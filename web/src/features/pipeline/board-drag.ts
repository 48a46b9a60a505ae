import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { PipelineStage } from '@raahi/contract/pipeline-labels'
import { type RefObject, useEffect, useState } from 'react'

/** The data of a dragged card: the id of its lead. */
const cardOf = (data: Record<string | symbol, unknown>) =>
  typeof data.leadId === 'string' ? data.leadId : null

/**
 * Makes a card draggable with the pointer. The menu 'Move to' and the keys do the same without a pointer.
 * @returns whether the card is being dragged
 */
export function useDraggableCard(card: RefObject<HTMLElement | null>, leadId: string): boolean {
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!card.current) return
    return draggable({
      element: card.current,
      getInitialData: () => ({ leadId }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [card, leadId])
  return isDragged
}

/**
 * Makes a column accept dropped cards.
 * @param onDrop receives the id of the lead; must be the same function on every render
 * @returns whether a card is over the column
 */
export function useDropColumn(
  column: RefObject<HTMLElement | null>,
  stage: PipelineStage,
  onDrop: (leadId: string, stage: PipelineStage) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!column.current) return
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => cardOf(source.data) !== null,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const leadId = cardOf(source.data)
        if (leadId) onDrop(leadId, stage)
      },
    })
  }, [column, stage, onDrop])
  return isOver
}
