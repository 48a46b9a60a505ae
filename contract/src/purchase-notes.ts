import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, person, requiredLines } from './fields.ts'

/** Longest note, in characters. */
export const maxNoteLength = 2000
/** Notes of one bought lead. */
export const maxNotes = 100

export const purchaseNote = z.object({
  _id: id,
  text: z.string(),
  ...person,
  createdAt: instant,
  /** Null: never. */
  editedAt: instant.nullable(),
  version: z.int(),
})
export type PurchaseNote = z.output<typeof purchaseNote>

const noteText = requiredLines('Write something first.', maxNoteLength)

/** The caller chooses the ID, so that a repeated request adds one note. A request with another text edits that note. */
export const addPurchaseNote = endpoint('POST', '/api/pipeline/notes', {
  name: 'addPurchaseNote',
  summary: 'Add a note to a bought lead of the caller',
  access: 'agent',
  lowestRole: 'caller',
  body: z.strictObject({ id, leadId: id, text: noteText }),
  answer: purchaseNote,
  status: 201,
  errors: ['LEAD_NOT_FOUND', 'TRAVELLER_ERASED', 'PIPELINE_CARD_CHANGED', 'TOO_MANY_REQUESTS'],
})

export const editPurchaseNote = endpoint('PUT', '/api/pipeline/notes/{id}', {
  name: 'editPurchaseNote',
  summary: 'Change a note that the caller wrote',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  body: z.strictObject({
    text: noteText,
    /** The version that the caller has seen. */
    version: z.int({ error: 'Reload the page.' }).min(1).max(2_147_483_647),
  }),
  answer: purchaseNote,
  errors: ['PIPELINE_ENTRY_NOT_FOUND', 'PIPELINE_CARD_CHANGED', 'TOO_MANY_REQUESTS'],
})

export const deletePurchaseNote = endpoint('DELETE', '/api/pipeline/notes/{id}', {
  name: 'deletePurchaseNote',
  summary: 'Delete a note that the caller wrote; the owner any note',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  errors: ['PIPELINE_ENTRY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})
