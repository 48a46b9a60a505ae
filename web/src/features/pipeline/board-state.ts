import type { PipelineCard } from '@raahi/contract/pipeline'
import { type PipelineStage, pipelineStages } from '@raahi/contract/pipeline-words'

/** A column of the board as far as it is loaded. */
export interface ShownColumn {
  /** All cards of the column. */
  total: number
  cards: readonly PipelineCard[]
}

export type ShownBoard = Readonly<Record<PipelineStage, ShownColumn>>

/** A move that the board shows before the server's answer, and until a read of the board contains it. */
export interface ShownMove {
  /** The card in its new stage. */
  card: PipelineCard
  from: PipelineStage
  /** Whether the server has answered; `card` is then its answer. */
  isStored: boolean
  /** When the answer came, by `performance.now()`. */
  storedAtMs?: number
}

/** The moves by the id of the lead. */
export type ShownMoves = Readonly<Record<string, ShownMove>>

/**
 * The board with the moves that it does not contain yet. Moved cards are at their place, and the totals follow.
 * @param readFromMs as for `keepMissing`
 */
export function showMoves(board: ShownBoard, moves: ShownMoves, readFromMs?: number): ShownBoard {
  const missing = Object.values(keepMissing(board, moves, readFromMs))
  if (missing.length === 0) return board
  const moved = new Set(missing.map(({ card }) => card.leadId))
  const read = readCards(board)
  const draw = (stage: PipelineStage): ShownColumn => {
    const arriving = missing.filter(({ card }) => card.stage === stage)
    const leaving = missing.filter(
      ({ card, from }) => (read.get(card.leadId)?.stage ?? from) === stage,
    )
    const staying = board[stage].cards.filter(({ leadId }) => !moved.has(leadId))
    return {
      total: board[stage].total - leaving.length + arriving.length,
      cards: arriving.reduce<readonly PipelineCard[]>(
        (cards, { card }) => insertCard(cards, card),
        staying,
      ),
    }
  }
  return Object.fromEntries(pipelineStages.map((stage) => [stage, draw(stage)])) as ShownBoard
}

/**
 * The moves that a read of the board does not contain yet; the same object if these are all.
 * @param readFromMs when the read was sent, by `performance.now()`. One that was sent after the answer to a move contains it, also if its card is beyond
 * the loaded pages.
 */
export function keepMissing(
  board: ShownBoard,
  moves: ShownMoves,
  readFromMs = Number.NEGATIVE_INFINITY,
): ShownMoves {
  const read = readCards(board)
  const isMissing = ({ card, isStored, storedAtMs = Number.POSITIVE_INFINITY }: ShownMove) => {
    if (!isStored) return true
    const known = read.get(card.leadId)
    return known ? known.version < card.version : readFromMs < storedAtMs
  }
  const missing = Object.entries(moves).filter(([, move]) => isMissing(move))
  return missing.length === Object.keys(moves).length ? moves : Object.fromEntries(missing)
}

/** A card that was read, with its move if the read does not contain it yet. */
export function withMove(read: PipelineCard, moves: ShownMoves): PipelineCard {
  const move = moves[read.leadId]
  return move && (!move.isStored || read.version < move.card.version) ? move.card : read
}

function readCards(board: ShownBoard): Map<string, PipelineCard> {
  return new Map(
    pipelineStages.flatMap((stage) => board[stage].cards.map((card) => [card.leadId, card])),
  )
}

/** In the order of the server: cards with a follow-up, the earliest first; then the latest stage change first. */
function insertCard(cards: readonly PipelineCard[], card: PipelineCard): readonly PipelineCard[] {
  const place = cards.findIndex((other) => isBefore(card, other))
  const at = place < 0 ? cards.length : place
  return [...cards.slice(0, at), card, ...cards.slice(at)]
}

/** Later than every day. */
const noDay = '9999'

function isBefore(card: PipelineCard, other: PipelineCard): boolean {
  const [day, otherDay] = [card.followUp?.on ?? noDay, other.followUp?.on ?? noDay]
  return day === otherDay ? card.stageSince >= other.stageSince : day < otherDay
}
