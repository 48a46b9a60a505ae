import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { type PipelineStage, pipelineStages } from '@raahi/contract/pipeline-labels'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepMissing, type ShownBoard, showMoves } from './board-state.ts'
import { boardQuery, moreCardsQuery } from './public/pipeline.api.ts'
import { useMoves } from './use-moves.ts'

/** The cards of a column after its first page, which are loaded on request. */
export interface MoreCards {
  hasMore: boolean
  isLoading: boolean
  hasFailed: boolean
  load: () => void
}

/**
 * The shown board, and the functions that change it.
 * @param assignee only the leads of this member, or of none
 */
export function useBoard(assignee: AssigneeFilter | undefined) {
  const query = useQuery(boardQuery(assignee))
  const { data } = query
  const more = {
    new: useMoreCards('new', data?.new.next ?? null, assignee),
    contacted: useMoreCards('contacted', data?.contacted.next ?? null, assignee),
    quoted: useMoreCards('quoted', data?.quoted.next ?? null, assignee),
    won: useMoreCards('won', data?.won.next ?? null, assignee),
    lost: useMoreCards('lost', data?.lost.next ?? null, assignee),
  }
  const { moves, setMoves, ...actions } = useMoves()
  const read = data && addMore(data, more)
  // Drops the moves that the loaded board contains.
  useEffect(() => {
    if (data) setMoves((present) => keepMissing(data, present, data.readFromMs))
  }, [data, setMoves])
  return { query, board: read && showMoves(read, moves, data?.readFromMs), more, ...actions }
}

function addMore(
  board: ShownBoard,
  more: Record<PipelineStage, { cards: readonly PipelineCard[] }>,
): ShownBoard {
  const columns = pipelineStages.map((stage) => {
    const { total, cards } = board[stage]
    const known = new Set(cards.map(({ leadId }) => leadId))
    const others = more[stage].cards.filter(({ leadId }) => !known.has(leadId))
    return [stage, { total, cards: others.length > 0 ? [...cards, ...others] : cards }]
  })
  return Object.fromEntries(columns)
}

function useMoreCards(
  stage: PipelineStage,
  after: string | null,
  assignee: AssigneeFilter | undefined,
): MoreCards & { cards: readonly PipelineCard[] } {
  const [wantedPages, setWantedPages] = useState(0)
  const query = useInfiniteQuery({
    ...moreCardsQuery(stage, after, assignee),
    enabled: wantedPages > 0 && after !== null,
  })
  const pages = after === null ? [] : (query.data?.pages ?? [])
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = query
  // After a change of the first page, the other pages start at another card. As many pages as before are loaded.
  const lacksPages = pages.length > 0 && pages.length < wantedPages && !isPlaceholderData
  useEffect(() => {
    if (lacksPages && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [lacksPages, hasNextPage, isFetching, isError, fetchNextPage])
  return {
    cards: pages.flatMap(({ cards }) => cards),
    hasMore: after !== null && (pages.length === 0 || hasNextPage),
    isLoading: isFetching,
    hasFailed: isError,
    load: () => {
      if (isError) void (pages.length === 0 ? query.refetch() : fetchNextPage())
      else setWantedPages(pages.length + 1)
    },
  }
}
