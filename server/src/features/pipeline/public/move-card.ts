import { type MoveInput, type PipelineCard, undoWithinMs } from '@raahi/contract/pipeline'
import {
  actionTo,
  type LostReason,
  type MoveCause,
  type PipelineStage,
  pipelineStates,
} from '@raahi/contract/pipeline-labels'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import type { LeadScope } from '../../leads/public/lead-scope.ts'
import { type CardState, type LockedCard, lockCard, storeCard } from '../locked-card.ts'
import { deleteOldMoves } from '../moves.queries.ts'
import { readCard } from '../read-pipeline.ts'

type Of = LeadScope & { leadId: string }
type StageState = Pick<CardState, 'stage' | 'won_paise' | 'lost_reason' | 'lost_text'>

/**
 * Moves a card, or corrects the amount of a won trip or the reason of a lost trip. A repeated move changes nothing.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent; LEAD_RETURNED; PIPELINE_CARD_CHANGED if the card
 * has changed since the version that the caller saw
 */
export async function moveCard(
  database: Database,
  of: Of,
  input: MoveInput,
): Promise<{ card: PipelineCard; moveId: string | null }> {
  return withTransaction(database, async (tx) => {
    const card = await lockCard(tx, of)
    if (card.isReturned) throw new ApiFailure('LEAD_RETURNED')
    const next: StageState = {
      stage: input.to,
      won_paise: input.wonAmount ?? null,
      lost_reason: input.lostReason ?? null,
      // No text about an erased traveller may be stored.
      lost_text: card.isErased ? null : input.lostText || null,
    }
    if (isSame(card.state, next)) return { card: await readCard(tx, of), moveId: null }
    if (card.version !== input.version) throw new ApiFailure('PIPELINE_CARD_CHANGED')
    const moveId = await storeMove(tx, card, next, {
      cause: 'agent',
      byUserId: of.byUserId ?? of.userId,
    })
    return { card: await readCard(tx, of), moveId }
  })
}

function isSame(state: CardState, next: StageState): boolean {
  return (
    state.stage === next.stage &&
    state.won_paise === next.won_paise &&
    state.lost_reason === next.lost_reason &&
    state.lost_text === next.lost_text
  )
}

/** Moves a locked card to Contacted if it is in New. */
export async function moveToContacted(
  tx: Transaction,
  card: LockedCard,
  byUserId: string,
): Promise<LockedCard> {
  if (card.state.stage !== 'new' || card.isReturned) return card
  await storeMove(tx, card, emptyState('contacted'), { cause: 'outcome', byUserId })
  return lockCard(tx, card)
}

/**
 * Moves the card of a lead from New or Contacted to Quoted when a quote is sent. Other cards and returned leads stay.
 * @param of.userId the agent who bought the lead
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent
 */
export async function moveToQuoted(tx: Transaction, of: Of & { byUserId: string }): Promise<void> {
  const card = await lockCard(tx, of)
  const { stage } = card.state
  if (card.isReturned || (stage !== 'new' && stage !== 'contacted')) return
  await storeMove(tx, card, emptyState('quoted'), { cause: 'quote', byUserId: of.byUserId })
}

const emptyState = (stage: PipelineStage): StageState => ({
  stage,
  won_paise: null,
  lost_reason: null,
  lost_text: null,
})

/** Whether a move removes the follow-up. One that is set in Won, for example for a payment, stays when the price is corrected. */
const endsFollowUp = (from: PipelineStage, to: PipelineStage) =>
  to === 'lost' || (to === 'won' && from !== 'won')

/** @returns the ID of the move */
async function storeMove(
  tx: Transaction,
  card: LockedCard,
  next: StageState,
  { cause, byUserId }: { cause: MoveCause; byUserId: string },
): Promise<string> {
  const { state } = card
  if (stateAfter(pipelineStates, state.stage, actionTo[next.stage]) === null)
    throw new ApiFailure('PIPELINE_CARD_CHANGED')
  const id = uuidv7()
  await insertMove(tx, card, { id, to: next.stage, cause, byUserId, undoes: null })
  await storeCard(tx, card, {
    ...next,
    ...(next.stage !== state.stage && { stage_since: 'now' as const }),
    ...(endsFollowUp(state.stage, next.stage) && { follow_up_on: null, follow_up_minute: null }),
  })
  return id
}

/** Records a move with the values that an undo restores. Only the latest moves of a card are kept. */
async function insertMove(
  tx: Transaction,
  { purchaseId, state }: LockedCard,
  move: {
    id: string
    to: PipelineStage
    cause: MoveCause
    byUserId: string
    undoes: string | null
  },
): Promise<void> {
  await tx
    .insertInto('pipeline_moves')
    .values({
      id: move.id,
      purchase_id: purchaseId,
      from_stage: state.stage,
      to_stage: move.to,
      cause: move.cause,
      by_user_id: move.byUserId,
      undoes: move.undoes,
      from_since: state.stage_since,
      from_follow_up_on: state.follow_up_on,
      from_follow_up_minute: state.follow_up_minute,
      from_remind_at: sql<Date | null>`(select remind_at from pipeline_cards where purchase_id = ${purchaseId})`,
      from_won_paise: state.won_paise,
      from_lost_reason: state.lost_reason,
      from_lost_text: state.lost_text,
    })
    .execute()
  await deleteOldMoves(tx, purchaseId)
}

interface UndoneMove {
  from_stage: PipelineStage
  to_stage: PipelineStage
  from_since: Date
  from_follow_up_on: string | null
  from_follow_up_minute: number | null
  from_remind_at: Date | null
  from_won_paise: number | null
  from_lost_reason: LostReason | null
  from_lost_text: string | null
}

/**
 * Undoes the last move of a card. A follow-up that was set after the move stays. A follow-up that the move removed is
 * restored, unless the traveller has withdrawn.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent; LEAD_RETURNED; MOVE_NOT_UNDONE if the move is
 * not the last one of the card, is an undo, or is too old
 */
export async function undoMove(database: Database, of: Of, moveId: string): Promise<PipelineCard> {
  return withTransaction(database, async (tx) => {
    const card = await lockCard(tx, of)
    if (card.isReturned) throw new ApiFailure('LEAD_RETURNED')
    const move = await findLastMove(tx, card.purchaseId, moveId)
    if (!move) throw new ApiFailure('MOVE_NOT_UNDONE')
    const isFollowUpBack =
      endsFollowUp(move.from_stage, move.to_stage) &&
      card.state.follow_up_on === null &&
      !card.contactStopped
    const followUp =
      move.from_stage === 'lost'
        ? { follow_up_on: null, follow_up_minute: null }
        : isFollowUpBack && {
            follow_up_on: move.from_follow_up_on,
            follow_up_minute: move.from_follow_up_minute,
          }
    await insertMove(tx, card, {
      id: uuidv7(),
      to: move.from_stage,
      cause: 'undo',
      byUserId: of.byUserId ?? of.userId,
      undoes: moveId,
    })
    const restored = {
      stage: move.from_stage,
      stage_since: move.from_since,
      won_paise: move.from_won_paise,
      lost_reason: move.from_lost_reason,
      lost_text: move.from_lost_text,
    }
    await storeCard(
      tx,
      card,
      { ...restored, ...followUp },
      isFollowUpBack ? move.from_remind_at : null,
    )
    return readCard(tx, of)
  })
}

/** Returns the move if it is the last one of the purchase and can be undone. */
async function findLastMove(
  tx: Transaction,
  purchaseId: string,
  moveId: string,
): Promise<UndoneMove | undefined> {
  const { rows } = await sql<UndoneMove & { id: string; is_open: boolean }>`
    select id, from_stage, to_stage, from_since, from_follow_up_on, from_follow_up_minute, from_remind_at, from_won_paise,
      from_lost_reason, from_lost_text,
      cause <> 'undo' and moved_at > clock_timestamp() - make_interval(secs => ${undoWithinMs / 1000}::integer) as is_open
    from pipeline_moves where purchase_id = ${purchaseId} order by moved_at desc, id desc limit 1`.execute(
    tx,
  )
  const [last] = rows
  return last?.id === moveId && last.is_open ? last : undefined
}
