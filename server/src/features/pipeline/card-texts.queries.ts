import { maxExportedContacts, maxExportedNotes } from '@raahi/contract/pipeline'
import type { ContactChannel, ContactOutcome } from '@raahi/contract/pipeline-labels'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** An agent's notes on a purchase and contacts with its traveller, newest first. */
export interface CardTexts {
  noteTexts: { at: Date; by: string; text: string }[]
  contacts: { at: Date; by: string; channel: ContactChannel; outcome: ContactOutcome | null }[]
  /** The number of all contacts, including those beyond the limit. */
  contactCount: number
}

/** The latest notes and contacts by purchase. A purchase that has neither is not in the map. */
export async function findCardTexts(
  db: Kysely<Schema>,
  purchaseIds: readonly string[],
): Promise<Map<string, CardTexts>> {
  const purchases = sql`unnest(${[...purchaseIds]}::uuid[]) purchase (id)`
  const notes = await sql<CardTexts['noteTexts'][number] & { purchase_id: string }>`
    select purchase.id as purchase_id, latest.* from ${purchases} cross join lateral (
      select n.created_at as at, u.name as by, n.text from purchase_notes n join users u on u.id = n.by_user_id
      where n.purchase_id = purchase.id order by n.created_at desc, n.id desc limit ${maxExportedNotes}
    ) latest order by latest.at desc`.execute(db)
  const contacts = await sql<
    CardTexts['contacts'][number] & { purchase_id: string; count: number }
  >`
    select purchase.id as purchase_id, latest.* from ${purchases} cross join lateral (
      select a.tapped_at as at, u.name as by, a.channel, a.outcome, (count(*) over ())::integer as count
      from contact_attempts a join users u on u.id = a.by_user_id
      where a.purchase_id = purchase.id order by a.tapped_at desc, a.id desc limit ${maxExportedContacts}
    ) latest order by latest.at desc`.execute(db)
  const texts = new Map<string, CardTexts>()
  const textsOf = (purchaseId: string): CardTexts => {
    const known = texts.get(purchaseId)
    if (known) return known
    const empty: CardTexts = { noteTexts: [], contacts: [], contactCount: 0 }
    texts.set(purchaseId, empty)
    return empty
  }
  for (const { purchase_id, ...note } of notes.rows) textsOf(purchase_id).noteTexts.push(note)
  for (const { purchase_id, count, ...contact } of contacts.rows) {
    const card = textsOf(purchase_id)
    card.contacts.push(contact)
    card.contactCount = count
  }
  return texts
}
