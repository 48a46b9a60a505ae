import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

const withoutFollowUp = sql`follow_up_on = null, follow_up_minute = null, remind_at = null, version = version + 1`

/**
 * Removes the notes, contact logs and texts of agents about the travellers of bought leads. Stages, amounts and moves
 * stay, without texts. The caller has marked the purchases as erased: this waits for a note in progress, and later
 * notes are rejected.
 */
export async function eraseCards(tx: Transaction, boughtLeadIds: readonly string[]): Promise<void> {
  if (boughtLeadIds.length === 0) return
  const purchases = sql`select id from purchases where lead_id = any(${[...boughtLeadIds]}::uuid[])`
  await sql`delete from purchase_notes where purchase_id in (${purchases})`.execute(tx)
  await sql`delete from contact_attempts where purchase_id in (${purchases})`.execute(tx)
  await sql`update pipeline_moves set from_lost_text = null
    where purchase_id in (${purchases}) and from_lost_text is not null`.execute(tx)
  await sql`update pipeline_cards set lost_text = null, ${withoutFollowUp} where purchase_id in (${purchases})`.execute(
    tx,
  )
  await announceCards(tx, boughtLeadIds)
}

/** Ends the follow-up of a bought lead whose traveller has withdrawn. A lead without a buyer has no follow-up. */
export async function endFollowUp(tx: Transaction, leadId: string): Promise<void> {
  // A concurrent change of the follow-up either waits for this lock and is rejected, or is committed and visible here.
  const { rows } = await sql<{ id: string }>`
    select id from purchases where lead_id = ${leadId} for no key update`.execute(tx)
  const [purchase] = rows
  if (!purchase) return
  await sql`update pipeline_cards set ${withoutFollowUp}
    where purchase_id = ${purchase.id} and follow_up_on is not null`.execute(tx)
  await announceCards(tx, [leadId])
}

async function announceCards(tx: Transaction, leadIds: readonly string[]): Promise<void> {
  await sql`insert into lead_events (kind, subject_id)
    select 'pipeline', unnest(${[...leadIds]}::uuid[])`.execute(tx)
}
