import type { LostReason, PipelineStage } from '@raahi/contract/pipeline-labels'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { contactStoppedSql } from '../leads/public/contact-stopped.ts'
import { inScopeSql, type LeadScope } from '../leads/public/lead-scope.ts'

/** The fields of a card that change. */
export interface CardState {
  stage: PipelineStage
  stage_since: Date
  /** YYYY-MM-DD in India. */
  follow_up_on: string | null
  follow_up_minute: number | null
  won_paise: number | null
  lost_reason: LostReason | null
  lost_text: string | null
}

/** A card whose purchase is locked, so that no other transaction can change it. */
export interface LockedCard {
  purchaseId: string
  leadId: string
  /** The buyer. */
  userId: string
  state: CardState
  version: number
  isReturned: boolean
  contactStopped: boolean
  isErased: boolean
}

/**
 * Locks the purchase of an agent for a change of its card. A withdrawal, an erasure and a decision on a replacement
 * request lock the purchase too: each of them waits for this lock, or is committed and visible here.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent
 */
export async function lockCard(
  tx: Transaction,
  { leadId, ...scope }: LeadScope & { leadId: string },
): Promise<LockedCard> {
  const locked = await sql<{ id: string }>`
    select id from purchases p where lead_id = ${leadId} and ${inScopeSql(scope)} for no key update`.execute(
    tx,
  )
  const [purchase] = locked.rows
  if (!purchase) throw new ApiFailure('LEAD_NOT_FOUND')
  // Read after the lock, so that this statement sees what earlier holders committed.
  const { rows } = await sql<
    CardState & {
      version: number
      is_returned: boolean
      contact_stopped: boolean
      is_erased: boolean
    }
  >`
    select coalesce(c.stage, 'new') as stage, coalesce(c.stage_since, p.created_at) as stage_since,
      c.follow_up_on, c.follow_up_minute, c.won_paise, c.lost_reason, c.lost_text, coalesce(c.version, 0) as version,
      p.replacement_status = 'approved' as is_returned, ${contactStoppedSql} as contact_stopped,
      p.traveller_erased_at is not null as is_erased
    from purchases p left join pipeline_cards c on c.purchase_id = p.id
    where p.id = ${purchase.id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the locked purchase was not found')
  const { version, is_returned, contact_stopped, is_erased, ...state } = row
  return {
    purchaseId: purchase.id,
    leadId,
    userId: scope.userId,
    state,
    version,
    isReturned: is_returned,
    contactStopped: contact_stopped,
    isErased: is_erased,
  }
}

/**
 * Locks the card of a note or a contact. If an erasure was committed first, the entry is deleted.
 * @throws ApiFailure PIPELINE_ENTRY_NOT_FOUND, also for an entry of another agent; FORBIDDEN for an entry of another member of the agency,
 * unless `ofAnyMember`
 */
export async function lockCardOfEntry(
  tx: Transaction,
  entry: LeadScope & {
    table: 'purchase_notes' | 'contact_attempts'
    id: string
    ofAnyMember?: boolean
  },
): Promise<LockedCard> {
  const { table, id, ofAnyMember, ...scope } = entry
  const leadOf = async () => {
    const { rows } = await sql<{ lead_id: string; by_user_id: string }>`
      select p.lead_id, entry.by_user_id from ${sql.table(table)} entry join purchases p on p.id = entry.purchase_id
      where entry.id = ${id} and ${inScopeSql(scope)}`.execute(tx)
    if (!rows[0]) throw new ApiFailure('PIPELINE_ENTRY_NOT_FOUND')
    const isAuthor = rows[0].by_user_id === (scope.byUserId ?? scope.userId)
    if (!isAuthor && !ofAnyMember) throw new ApiFailure('FORBIDDEN')
    return rows[0].lead_id
  }
  const card = await lockCard(tx, { ...scope, leadId: await leadOf() })
  await leadOf()
  return card
}

/**
 * Stores the new state of a locked card and announces it. A follow-up on a new day gets a reminder at 8:00 in India on
 * that day, unless that time has passed. If only the time of day changes, the reminder stays as it is.
 * @param remindAt the reminder of a follow-up that an undo restores, if it was pending when the move removed it
 */
export async function storeCard(
  tx: Transaction,
  card: LockedCard,
  changes: Partial<Omit<CardState, 'stage_since'>> & { stage_since?: Date | 'now' },
  remindAt: Date | null = null,
): Promise<void> {
  const next = { ...card.state, ...changes }
  const since = next.stage_since === 'now' ? sql`clock_timestamp()` : sql`${next.stage_since}`
  const isDayNew = next.follow_up_on !== card.state.follow_up_on
  const reminder = sql`coalesce(${remindAt}::timestamptz,
    (select at from (select day_start_in_india(${next.follow_up_on}::date) + interval '8 hours' as at) morning
      where at > now()))`
  await sql`
    insert into pipeline_cards as stored (purchase_id, user_id, stage, stage_since, follow_up_on, follow_up_minute, remind_at,
      won_paise, lost_reason, lost_text, version)
    values (${card.purchaseId}, ${card.userId}, ${next.stage}, ${since}, ${next.follow_up_on}::date,
      ${next.follow_up_minute}::smallint, ${reminder}, ${next.won_paise}::bigint, ${next.lost_reason}, ${next.lost_text}, 1)
    on conflict (purchase_id) do update set stage = excluded.stage, stage_since = excluded.stage_since,
      follow_up_on = excluded.follow_up_on, follow_up_minute = excluded.follow_up_minute,
      remind_at = case when ${isDayNew} then excluded.remind_at else stored.remind_at end,
      won_paise = excluded.won_paise, lost_reason = excluded.lost_reason, lost_text = excluded.lost_text,
      version = stored.version + 1`.execute(tx)
  await announceCard(tx, card.leadId)
}

/** Notifies the buyer's open screens that the card has changed. */
export async function announceCard(tx: Transaction, leadId: string): Promise<void> {
  await tx.insertInto('lead_events').values({ kind: 'pipeline', subject_id: leadId }).execute()
}
