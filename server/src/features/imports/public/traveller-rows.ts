import type { TravellerContact } from '@raahi/contract/personal-data'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** A row of an imported file with the contact of a traveller. */
export interface TravellerImportRow {
  id: string
  row: number
  file_name: string
  created_at: Date
  consent_text: string
  /** The texts of the row by their headings. */
  cells: Record<string, string>
  name: string
}

/** Rows of files with the contact in any cell. Added rows are found as enquiries and leads. */
function whereRow({ phone, email }: TravellerContact): RawBuilder<unknown> {
  return sql`r.contacts && ${[phone, email].filter((one) => one !== undefined)}::text[]`
}

export async function findTravellerRows(
  db: Kysely<Schema>,
  contact: TravellerContact,
): Promise<TravellerImportRow[]> {
  const { rows } = await sql<TravellerImportRow>`
    select i.id, r.row, i.file_name, i.created_at, i.consent_text, read.cells, read.name
    from import_rows r join imports i on i.id = r.import_id
    cross join lateral (
      select coalesce(json_object_agg(heading, cell) filter (where cell <> ''), '{}') as cells,
        coalesce(string_agg(cell, ' ' order by at) filter (where field = 'name'), '') as name
      from unnest(i.headings, i.fields, r.cells) with ordinality as columns(heading, field, cell, at)
    ) read
    where ${whereRow(contact)} order by i.created_at, i.id, r.row`.execute(db)
  return rows
}

/**
 * Removes the rows of a traveller, which then can no longer be added. It comes before the search for enquiries and leads: it waits
 * for an import that is adding the row, and the search then finds its enquiry.
 * @returns how many were removed
 */
export async function eraseTravellerRows(
  tx: Transaction,
  contact: TravellerContact,
): Promise<number> {
  const { rows } = await sql<{ import_id: string; row: number }>`
    delete from import_rows r where ${whereRow(contact)} returning import_id, row`.execute(tx)
  for (const { import_id, row } of rows) {
    await tx
      .insertInto('import_results')
      .values({ import_id, row, outcome: 'refused' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return rows.length
}
