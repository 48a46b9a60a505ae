import { maxNotes, type PurchaseNote } from '@raahi/contract/purchase-notes'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { announceCard, type LockedCard, lockCard, lockCardOfEntry } from './locked-card.ts'
import { findNotes } from './notes.queries.ts'

/**
 * Adds a note to a bought lead, once per ID. If the request is repeated with a changed text after its response was
 * lost, the note is edited.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent; TRAVELLER_ERASED; PIPELINE_CARD_CHANGED if the
 * note was edited since; VALIDATION_FAILED if the lead has too many notes or another note has the ID
 */
export async function addNote(
  database: Database,
  scope: LeadScope,
  note: { id: string; leadId: string; text: string },
): Promise<PurchaseNote> {
  return withTransaction(database, async (tx) => {
    const card = await lockCard(tx, { ...scope, leadId: note.leadId })
    rejectErased(card)
    const author = scope.byUserId ?? scope.userId
    const notes = await findNotes(tx, card.purchaseId)
    const known = notes.find(({ _id }) => _id === note.id)
    if (known?.text === note.text) return known
    if (known && known.byId !== author) throw invalid('id', 'This is not a valid ID.')
    if (known) return storeEdit(tx, card, { id: note.id, text: note.text, version: 1 })
    if (notes.length >= maxNotes)
      throw invalid('text', `A lead can have ${maxNotes} notes. Delete one that you do not need.`)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('purchase_notes')
      .values({
        id: note.id,
        purchase_id: card.purchaseId,
        by_user_id: author,
        text: note.text,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw invalid('id', 'This is not a valid ID.')
    await announceCard(tx, card.leadId)
    return readNote(tx, card.purchaseId, note.id)
  })
}

/**
 * Changes a note. A repeated request with the same text changes nothing.
 * @throws ApiFailure PIPELINE_ENTRY_NOT_FOUND, also for a note of another agent; FORBIDDEN for a note of another member;
 * PIPELINE_CARD_CHANGED if another tab
 * has changed it
 */
export async function editNote(
  database: Database,
  scope: LeadScope,
  note: { id: string; text: string; version: number },
): Promise<PurchaseNote> {
  return withTransaction(database, async (tx) => {
    const card = await lockCardOfEntry(tx, { ...scope, table: 'purchase_notes', id: note.id })
    const present = await readNote(tx, card.purchaseId, note.id)
    if (present.text === note.text) return present
    return storeEdit(tx, card, note)
  })
}

async function storeEdit(
  tx: Transaction,
  card: LockedCard,
  note: { id: string; text: string; version: number },
): Promise<PurchaseNote> {
  const { numUpdatedRows } = await tx
    .updateTable('purchase_notes')
    .set({ text: note.text, version: note.version + 1, edited_at: sql`clock_timestamp()` })
    .where('id', '=', note.id)
    .where('version', '=', note.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new ApiFailure('PIPELINE_CARD_CHANGED', {
      message: 'This note was changed in another tab or on another device. Please check it again.',
    })
  await announceCard(tx, card.leadId)
  return readNote(tx, card.purchaseId, note.id)
}

/**
 * Deletes a note.
 * @throws ApiFailure PIPELINE_ENTRY_NOT_FOUND, also for a note of another agent; FORBIDDEN for a note of another member,
 * unless `ofAnyMember`
 */
export async function deleteNote(
  database: Database,
  scope: LeadScope,
  { id, ofAnyMember }: { id: string; ofAnyMember: boolean },
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const card = await lockCardOfEntry(tx, { ...scope, table: 'purchase_notes', id, ofAnyMember })
    await tx.deleteFrom('purchase_notes').where('id', '=', id).execute()
    await announceCard(tx, card.leadId)
  })
}

async function readNote(tx: Transaction, purchaseId: string, id: string): Promise<PurchaseNote> {
  const note = (await findNotes(tx, purchaseId)).find(({ _id }) => _id === id)
  if (!note) throw new Error('the note that was just written is missing')
  return note
}

function rejectErased({ isErased }: LockedCard): void {
  if (!isErased) return
  throw new ApiFailure('TRAVELLER_ERASED', {
    message: 'The traveller’s data was erased, so no notes can be added.',
  })
}

function invalid(field: string, message: string): ApiFailure {
  return new ApiFailure('VALIDATION_FAILED', { fieldErrors: { [field]: message } })
}
