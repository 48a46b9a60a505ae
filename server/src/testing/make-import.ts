import type { Insertable, Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import { makeAdmin } from './factories.ts'
import { makeSource } from './make-source.ts'

/** An uploaded import of two rows, of which the second has no phone. */
export async function makeImport(
  db: Kysely<Schema>,
  fields: Partial<Insertable<Schema['imports']>> = {},
): Promise<string> {
  const id = uuidv7()
  const phone = `+9199${String(Math.random()).slice(2, 10).padEnd(8, '1')}`
  await db
    .insertInto('imports')
    .values({
      id,
      source_id: fields.source_id ?? (await makeSource(db, { kind: 'import' })).id,
      file_name: 'travel-fair.csv',
      headings: ['Name', 'Phone'],
      fields: ['name', 'phone'],
      consent_text: 'Agreed at the travel fair.',
      row_count: 2,
      uploaded_by: fields.uploaded_by ?? (await makeAdmin(db)).id,
      ...fields,
    })
    .execute()
  await db
    .insertInto('import_rows')
    .values([
      { import_id: id, row: 2, cells: ['Asha Rao', phone], contacts: [phone] },
      { import_id: id, row: 3, cells: ['Ravi'], contacts: [] },
    ])
    .execute()
  return id
}
