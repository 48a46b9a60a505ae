import type { ContactChannel, ContactOutcome } from '@raahi/contract/pipeline-words'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** What an agent wrote about a purchase and when the agent contacted the traveller, each the newest first. */
export interface CardTexts {
  noteTexts: { at: Date; text: string }[]
  contacts: { at: Date; channel: ContactChannel; outcome: ContactOutcome | null }[]
}

/** The notes and contacts of purchases, by purchase. A purchase without any is missing. */
export async function findCardTexts(
  db: Kysely<Schema>,
  purchaseIds: readonly string[],
): Promise<Map<string, CardTexts>> {
  const notes = await sql<{ purchase_id: string; at: Date; text: string }>`
    select purchase_id, created_at as at, text from purchase_notes
    where purchase_id = any(${[...purchaseIds]}::uuid[]) order by created_at desc, id desc`.execute(
    db,
  )
  const contacts = await sql<CardTexts['contacts'][number] & { purchase_id: string }>`
    select purchase_id, tapped_at as at, channel, outcome from contact_attempts
    where purchase_id = any(${[...purchaseIds]}::uuid[]) order by tapped_at desc, id desc`.execute(
    db,
  )
  const texts = new Map<string, CardTexts>()
  const textsOf = (purchaseId: string): CardTexts => {
    const known = texts.get(purchaseId)
    if (known) return known
    const empty: CardTexts = { noteTexts: [], contacts: [] }
    texts.set(purchaseId, empty)
    return empty
  }
  for (const { purchase_id, ...note } of notes.rows) textsOf(purchase_id).noteTexts.push(note)
  for (const { purchase_id, ...contact } of contacts.rows)
    textsOf(purchase_id).contacts.push(contact)
  return texts
}
