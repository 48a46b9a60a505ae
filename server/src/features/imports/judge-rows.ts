import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { ConvertedFields } from '../enquiries/public/insert-converted.ts'
import { findKnownContacts, type KnownContact } from '../enquiries/public/known-contacts.ts'
import type { ImportRecord, StoredRow } from './imports.queries.ts'
import { type Question, type ReadingRules, readRow } from './read-row.ts'

/** What happens to a row. */
export type Judgement =
  | { outcome: 'added'; row: StoredRow; fields: ConvertedFields }
  | { outcome: 'duplicate'; row: StoredRow; of: KnownContact | { row: number } }
  | { outcome: 'refused'; row: StoredRow; reason: string }
  | { outcome: 'question'; row: StoredRow; question: Question }

/** The row that has each contact, for the rows of a file that are added. */
export type SeenContacts = Map<string, number>

export function rulesOf(record: ImportRecord): ReadingRules {
  return {
    fields: record.fields,
    dateOrder: record.date_order,
    repairPhones: record.repair_phones,
    leadType: record.lead_type,
    tripType: record.trip_type,
    today: dayInIndia(),
  }
}

/**
 * Decides what happens to rows. A check and the import itself decide in the same way, but the import locks the contacts first.
 * @param seen the contacts of earlier rows of the file, to which those of these rows are added
 * @param lockContacts called with the contacts before they are looked up
 */
export async function judgeRows(
  db: Kysely<Schema>,
  rows: readonly StoredRow[],
  rules: ReadingRules,
  seen: SeenContacts,
  lockContacts: (contacts: ConvertedFields[]) => Promise<void> = async () => {},
): Promise<Judgement[]> {
  const read = rows.map((row) => ({ row, reading: readRow(row.cells, row.answers, rules) }))
  const contacts = read.flatMap(({ reading }) => ('fields' in reading ? [reading.fields] : []))
  await lockContacts(contacts)
  const known = await findKnownContacts(db, contacts)
  const knownOf = new Map(contacts.map((fields, at) => [fields, known[at] ?? null]))
  return read.map(({ row, reading }): Judgement => {
    if ('refusal' in reading) return { outcome: 'refused', row, reason: reading.refusal }
    if ('question' in reading) return { outcome: 'question', row, question: reading.question }
    const { fields } = reading
    const of = knownOf.get(fields) ?? earlierRow(seen, fields)
    if (of) return { outcome: 'duplicate', row, of }
    for (const contact of contactsOf(fields)) seen.set(contact, row.row)
    return { outcome: 'added', row, fields }
  })
}

function earlierRow(seen: SeenContacts, fields: ConvertedFields): { row: number } | null {
  const row = contactsOf(fields)
    .map((contact) => seen.get(contact))
    .find((found) => found !== undefined)
  return row === undefined ? null : { row }
}

function contactsOf({ phone, email }: ConvertedFields): string[] {
  return email === null ? [phone] : [phone, email]
}
