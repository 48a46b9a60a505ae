import { pageOf } from '@raahi/contract/fields'
import type { Import, ImportSummary } from '@raahi/contract/imports'
import type { Database } from '../../platform/database/connect.ts'
import {
  findImport,
  findImportPage,
  findRowsAfter,
  type ImportRecord,
  type ResultCounts,
} from './imports.queries.ts'
import { findKept } from './undo-import.ts'
import { toColumns } from './upload-import.ts'

/** Rows from which the first values of each column are shown. */
const sampledRows = 20

/** Lists the imports for admins. */
export async function listImports(
  database: Database,
  { page, limit }: { page: number; limit: number },
): Promise<ReturnType<typeof pageOf<ImportSummary>>> {
  const { total, rows } = await findImportPage(database.kysely, {
    offset: (page - 1) * limit,
    limit,
  })
  return pageOf(rows.map(toSummary), total, page, limit)
}

/** @throws ApiFailure IMPORT_NOT_FOUND */
export async function readImport({ kysely }: Database, id: string): Promise<Import> {
  const record = await findImport(kysely, id)
  const rows = await findRowsAfter(kysely, id, { after: 0, limit: sampledRows })
  return {
    ...toSummary(record),
    columns: toColumns(record.headings, record.fields, rows),
    dateOrder: record.date_order,
    repairPhones: record.repair_phones,
    consentText: record.consent_text,
    hasRows: rows.length > 0,
    kept: await findKept(kysely, id),
  }
}

function toSummary(record: ImportRecord & ResultCounts): ImportSummary {
  const { done, added, duplicates, refused, removed } = record
  return {
    _id: record.id,
    state: record.state,
    fileName: record.file_name,
    source: { _id: record.source_id, name: record.source_name },
    createdAt: record.created_at.toISOString(),
    total: record.row_count,
    ...{ done, added, duplicates, refused, removed },
  }
}
