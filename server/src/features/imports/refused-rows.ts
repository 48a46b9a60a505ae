import type { Database } from '../../platform/database/connect.ts'
import { columnsFor, type Table } from '../../platform/export/columns.ts'
import { judgeImport } from './check-import.ts'
import { findImport } from './imports.queries.ts'
import type { Judgement } from './judge-rows.ts'

type RefusedRow = Extract<Judgement, { outcome: 'refused' | 'question' }>

const { text, count } = columnsFor<RefusedRow>()

/**
 * The refused rows with their reasons and the cells of the file, which can be corrected and imported. The reasons are not stored: they
 * follow from the cells.
 * @throws ApiFailure IMPORT_NOT_FOUND
 */
export async function exportRefusedRows(
  database: Database,
  importId: string,
): Promise<Table<RefusedRow>> {
  const record = await findImport(database.kysely, importId)
  async function* batches() {
    for await (const judged of judgeImport(database, record)) {
      if (judged.outcome === 'refused' || judged.outcome === 'question') yield [judged]
    }
  }
  const columns = [
    count('Row', ({ row }) => row.row),
    text('Reason', (judged) =>
      judged.outcome === 'refused' ? judged.reason : judged.question.text,
    ),
    ...record.headings.map((heading, at) => text(heading, ({ row }) => row.cells[at])),
  ]
  return { columns, batches: batches() }
}
