import type { DateOrder, ImportField, ImportState } from '@raahi/contract/import-labels'
import type { LeadType, TripType } from '@raahi/contract/leads'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { RowAnswers } from './read-row.ts'

/** An import with what its source adds to each row. */
export interface ImportRecord {
  id: string
  state: ImportState
  source_id: string
  source_name: string
  source_state: string
  lead_type: LeadType | null
  trip_type: TripType | null
  file_name: string
  headings: string[]
  fields: (ImportField | null)[]
  date_order: DateOrder | null
  repair_phones: boolean
  consent_text: string
  row_count: number
  created_at: Date
  run_by: string | null
}

/** How many rows have each result. */
export interface ResultCounts {
  done: number
  added: number
  duplicates: number
  refused: number
  removed: number
}

/** A row of the file. */
export interface StoredRow {
  row: number
  cells: string[]
  answers: RowAnswers
}

const recordColumns = sql`i.id, i.state, i.source_id, s.name as source_name, s.state as source_state, s.lead_type,
  s.trip_type, i.file_name, i.headings, i.fields, i.date_order, i.repair_phones, i.consent_text, i.row_count,
  i.created_at, i.run_by`
const countColumns = sql`r.done, r.added, r.duplicates, r.refused, r.removed`

/** A lead that was sold before an undo counts as added. */
const countsOf = (importId: RawBuilder<unknown>) => sql`(
  select count(*)::integer as done, (count(*) filter (where outcome in ('added', 'kept')))::integer as added,
    (count(*) filter (where outcome = 'duplicate'))::integer as duplicates,
    (count(*) filter (where outcome = 'refused'))::integer as refused,
    (count(*) filter (where outcome = 'removed'))::integer as removed
  from import_results where import_id = ${importId})`

/** @throws ApiFailure IMPORT_NOT_FOUND */
export async function findImport(
  db: Kysely<Schema>,
  id: string,
): Promise<ImportRecord & ResultCounts> {
  const { rows } = await sql<ImportRecord & ResultCounts>`
    select ${recordColumns}, ${countColumns} from imports i join sources s on s.id = i.source_id
    cross join lateral ${countsOf(sql`i.id`)} r where i.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiFailure('IMPORT_NOT_FOUND')
  return rows[0]
}

/**
 * Locks an import, so that its state changes once.
 * @throws ApiFailure IMPORT_NOT_FOUND
 */
export async function lockImport(
  tx: Transaction,
  id: string,
): Promise<ImportRecord & ResultCounts> {
  await sql`select from imports where id = ${id} for update`.execute(tx)
  return findImport(tx, id)
}

/** A page of the imports, the latest first, with their number, in one snapshot. */
export async function findImportPage(
  db: Kysely<Schema>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: (ImportRecord & ResultCounts)[] }> {
  const { rows } = await sql<{ total: number } & ((ImportRecord & ResultCounts) | { id: null })>`
    with page as materialized (
      select id from imports order by created_at desc, id desc offset ${offset} limit ${limit}
    )
    select counted.total, shown.* from (select count(*)::integer as total from imports) counted left join (
      select ${recordColumns}, ${countColumns} from page join imports i on i.id = page.id
      join sources s on s.id = i.source_id cross join lateral ${countsOf(sql`i.id`)} r
    ) shown on true order by shown.created_at desc, shown.id desc`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter(
      (row): row is { total: number } & ImportRecord & ResultCounts => row.id !== null,
    ),
  }
}

/** The fields that an admin chose for the columns of the latest import of a source that was run, by heading. */
export async function findRememberedFields(
  db: Kysely<Schema>,
  sourceId: string,
): Promise<Map<string, ImportField | null>> {
  const { rows } = await sql<{ heading: string; field: ImportField | null }>`
    select heading, field from (
      select headings, fields from imports where source_id = ${sourceId} and run_by is not null
      order by created_at desc, id desc limit 1
    ) latest cross join lateral unnest(headings, fields) as columns(heading, field)`.execute(db)
  return new Map(rows.map(({ heading, field }) => [heading, field]))
}

/** Rows of the file that were not added, in its order. */
export async function findRowsAfter(
  db: Kysely<Schema>,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select row, cells, answers from import_rows r where import_id = ${importId} and row > ${after}
      and not exists (select from import_results where import_id = r.import_id and row = r.row and outcome <> 'refused')
    order by row limit ${limit}`.execute(db)
  return rows
}
