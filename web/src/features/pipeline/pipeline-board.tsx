import { useMediaQuery } from '@mantine/hooks'
import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import type { PipelineCard } from '@raahi/contract/pipeline'
import { columnLabels, type PipelineStage, pipelineStages } from '@raahi/contract/pipeline-labels'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { BoardColumn } from './board-column.tsx'
import { BoardHelp } from './board-help.tsx'
import { type BoardActions, focusCard, handleBoardKey } from './board-keys.ts'
import type { ShownBoard } from './board-state.ts'
import { NoCards, ReturnedLink } from './no-cards.tsx'
import classes from './pipeline-board.module.css'
import { useBoard } from './use-board.ts'
import { useMoveDialogs } from './use-move-dialogs.tsx'

interface PipelineBoardProps {
  /** Only the leads of this member, or of none. */
  assignee: AssigneeFilter | undefined
  /** Opens the lead with this number. Must be the same function on every render. */
  onOpen: (leadNumber: string) => void
  isHelpOpen: boolean
  onHelp: (isOpen: boolean) => void
}

/** The bought leads by stage: columns side by side, on a phone one at a time. */
export default function PipelineBoard({
  assignee,
  onOpen,
  isHelpOpen,
  onHelp,
}: PipelineBoardProps) {
  const { query, board, more, ...moves } = useBoard(assignee)
  const { start, dialogs } = useMoveDialogs(moves)
  const latest = useRef<ShownBoard | undefined>(undefined)
  latest.current = board
  const keepFocus = useFocusOfMovedCard(board)

  const startMove = useCallback(
    (leadId: string, to: PipelineStage) => {
      const card = findCard(latest.current, leadId)
      if (!card || card.stage === to) return
      keepFocus(leadId)
      start(card, to)
    },
    [keepFocus, start],
  )
  const element = useBoardKeys({
    moveBy: (leadId, steps) => {
      const stage = findCard(latest.current, leadId)?.stage
      const to = stage && pipelineStages[pipelineStages.indexOf(stage) + steps]
      if (to) startMove(leadId, to)
    },
    openMenu: (card) => card.querySelector<HTMLElement>('[data-menu]')?.click(),
    undo: moves.undo,
    openHelp: () => onHelp(true),
  })

  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  const failure = query.error && errorWithReason(query.error, 'Your pipeline could not be loaded.')
  if (!board) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading your pipeline..." layout="cards" />
    )
  }
  const isEmpty = pipelineStages.every((stage) => board[stage].total === 0)
  const returned = query.data?.returned.total ?? 0
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {isEmpty ? (
        <NoCards returned={returned} isFiltered={assignee !== undefined} />
      ) : (
        <Columns board={board} more={more} element={element} onOpen={onOpen} onMove={startMove} />
      )}
      {returned > 0 && !isEmpty && <ReturnedLink count={returned} />}
      {dialogs}
      <BoardHelp opened={isHelpOpen} onClose={() => onHelp(false)} />
    </>
  )
}

interface ColumnsProps extends Pick<ReturnType<typeof useBoard>, 'more'> {
  board: ShownBoard
  element: React.RefObject<HTMLDivElement | null>
  onOpen: (leadNumber: string) => void
  onMove: (leadId: string, stage: PipelineStage) => void
}

function Columns({ board, more, element, onOpen, onMove }: ColumnsProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  })
  const [stage, setStage] = useState<PipelineStage>(() => firstStage(board))
  const nowMs = useMinute()
  const draw = (shown: PipelineStage) => (
    <BoardColumn
      key={shown}
      stage={shown}
      column={board[shown]}
      more={more[shown]}
      {...{ nowMs, onOpen, onMove }}
    />
  )
  return (
    <div ref={element} className={classes.board}>
      {isPhone ? (
        <StatusTabs
          label="Stage"
          tabs={pipelineStages.map((one) => [
            one,
            `${columnLabels[one]} ${formatCount(board[one].total)}`,
          ])}
          value={stage}
          onChange={setStage}
        >
          {draw(stage)}
        </StatusTabs>
      ) : (
        pipelineStages.map(draw)
      )}
    </div>
  )
}

/** The first stage with cards. */
function firstStage(board: ShownBoard): PipelineStage {
  return pipelineStages.find((stage) => board[stage].total > 0) ?? 'new'
}

function findCard(board: ShownBoard | undefined, leadId: string): PipelineCard | undefined {
  if (!board) return undefined
  return pipelineStages
    .flatMap((stage) => board[stage].cards)
    .find((card) => card.leadId === leadId)
}

/** @returns the ref of the board's element */
function useBoardKeys(actions: BoardActions) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (element.current?.contains(event.target as Node)) {
        handleBoardKey(event, element.current, latest.current)
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return element
}

/**
 * Gives the focus back to a moved card, which loses it because it is rendered anew in another column. Does nothing if
 * another element has the focus.
 * @returns a function to call with the lead id of the moving card
 */
function useFocusOfMovedCard(board: ShownBoard | undefined) {
  const moved = useRef<string>(undefined)
  useEffect(() => {
    const leadId = board && moved.current
    if (!leadId || document.activeElement !== document.body) return
    focusCard(document.querySelector<HTMLElement>(`[data-card="${leadId}"]`))
  }, [board])
  return useCallback((leadId: string) => {
    moved.current = leadId
  }, [])
}
