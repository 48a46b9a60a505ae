import type { PipelineCard } from '@raahi/contract/pipeline'
import { type PipelineStage, pipelineStages } from '@raahi/contract/pipeline-labels'

/** A column of the board with the cards that are loaded. */
export interface ShownColumn {
  /** The number of all cards of the column, loaded or not. */
  total: number
  cards: readonly PipelineCard[]
}

export type ShownBoard = Readonly<Record<PipelineStage, ShownColumn>>

/** A move that the board shows from the start until data of the server contains it. */
export interface ShownMove {
  /** The card in its new stage. */
  card: PipelineCard
  from: PipelineStage
  /** Whether the server has stored the move. `card` is then the card of its response. */
  isStored: boolean
  /** When the response arrived, by `performance.now()`. */
  storedAtMs?: number
}

/** The moves by the id of the lead. */
export type ShownMoves = Readonly<Record<string, ShownMove>>

/**
 * The board with the moves that it does not contain yet: moved cards at their new positions, and adjusted totals.
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
 * The moves that the loaded board does not contain yet; the same object if it contains none of them.
 * @param readFromMs when the board was requested, by `performance.now()`. A board that was requested after the
 * response to a move contains the move, even if the card is beyond the loaded pages.
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

/** A loaded card, or the moved card if the loaded one does not contain the move yet. */
export function withMove(read: PipelineCard, moves: ShownMoves): PipelineCard {
  const move = moves[read.leadId]
  return move && (!move.isStored || read.version < move.card.version) ? move.card : read
}

function readCards(board: ShownBoard): Map<string, PipelineCard> {
  return new Map(
    pipelineStages.flatMap((stage) => board[stage].cards.map((card) => [card.leadId, card])),
  )
}

/** Inserts a card in the order of the server: by follow-up, earliest first, then by stage change, latest first. */
function insertCard(cards: readonly PipelineCard[], card: PipelineCard): readonly PipelineCard[] {
  const index = cards.findIndex((other) => isBefore(card, other))
  const at = index < 0 ? cards.length : index
  return [...cards.slice(0, at), card, ...cards.slice(at)]
}

/** Sorts after every date. */
const noDay = '9999'

function isBefore(card: PipelineCard, other: PipelineCard): boolean {
  const [day, otherDay] = [card.followUp?.on ?? noDay, other.followUp?.on ?? noDay]
  return day === otherDay ? card.stageSince >= other.stageSince : day < otherDay
}
