import { gstPercent } from '@raahi/contract/invoices'
import type { StatementTable } from '@raahi/contract/statements'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { Database } from '../../platform/database/connect.ts'
import type { DayRange } from '../../platform/database/in-days.ts'
import { type Column, columnsFor, type Table } from '../../platform/export/columns.ts'
import { batchesOfSnapshot } from '../../platform/export/read-rows.ts'
import { stateText } from './export-invoices.ts'
import { findInvoicesAfter, type InvoiceRow } from './invoices.queries.ts'
import { sectionOf, sections } from './statement-sections.ts'
import {
  type NumbersRow,
  type SacRow,
  type Statement,
  type SummaryRow,
  sumStatement,
} from './sum-statement.ts'

type Amounts = Pick<
  InvoiceRow,
  'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise' | 'total_paise'
>

function amountColumns<Row extends Amounts>(): Column<Row>[] {
  const { count, money } = columnsFor<Row>()
  return [
    money('Taxable value', (row) => row.taxable_paise),
    count('Rate %', () => gstPercent),
    money('CGST', (row) => row.cgst_paise),
    money('SGST', (row) => row.sgst_paise),
    money('IGST', (row) => row.igst_paise),
    money('Total', (row) => row.total_paise),
  ]
}

function bookColumns<Row extends Pick<InvoiceRow, 'is_test' | 'seller_gstin'>>(): Column<Row>[] {
  const { text } = columnsFor<Row>()
  return [
    text('Test', (row) => (row.is_test ? 'Test, not for the return' : null)),
    text('GSTIN of seller', (row) => row.seller_gstin),
  ]
}

const isNote = ({ kind }: Pick<InvoiceRow, 'kind'>) => kind === 'credit_note'
const kindText = (row: Pick<InvoiceRow, 'kind'>) => (isNote(row) ? 'Credit note' : 'Invoice')

const ofDocument = columnsFor<InvoiceRow>()
const documentColumns = [
  ofDocument.text('Number', (row) => row.number),
  ofDocument.text('Document', kindText),
  ofDocument.date('Date (IST)', (row) => dayInIndia(row.issued_at)),
  ofDocument.text('Original invoice', (row) => row.credited?.number ?? null),
  ofDocument.text('Buyer', (row) => row.buyer_company || row.buyer_name),
  ofDocument.text('GSTIN of buyer', (row) => row.buyer_gstin),
  ofDocument.text('Place of supply', (row) => stateText(row.place_of_supply)),
  ofDocument.text('Section', (row) => sections[sectionOf(row)]),
  ofDocument.text('SAC', (row) => row.sac),
  ...amountColumns<InvoiceRow>(),
  ...bookColumns<InvoiceRow>(),
]

const ofSummary = columnsFor<SummaryRow>()
const summaryColumns = [
  ofSummary.text('Section', (row) => row.label),
  ofSummary.text('Place of supply', (row) => row.place_of_supply && stateText(row.place_of_supply)),
  ofSummary.count('Documents', (row) => row.documents),
  ...amountColumns<SummaryRow>(),
  ...bookColumns<SummaryRow>(),
]

const ofSac = columnsFor<SacRow>()
const sacColumns = [
  ofSac.text('SAC', (row) => row.sac),
  ofSac.text('Supplies', (row) => row.buyers),
  ofSac.count('Documents', (row) => row.documents),
  ...amountColumns<SacRow>(),
  ...bookColumns<SacRow>(),
]

const ofNumbers = columnsFor<NumbersRow>()
const numbersColumns = [
  ofNumbers.text('Document', kindText),
  ofNumbers.text('First number', (row) => row.first),
  ofNumbers.text('Last number', (row) => row.last),
  ofNumbers.count('Documents', (row) => row.documents),
  ofNumbers.count('Cancelled', () => 0),
  ofNumbers.text('Test', (row) => (row.is_test ? 'Test, not for the return' : null)),
]

/** Reads the documents of these days, oldest first, all from one snapshot. */
function documentsOf(database: Database, days: DayRange) {
  return batchesOfSnapshot<InvoiceRow>(database, (tx, after, limit) =>
    findInvoicesAfter(tx, days, after, limit, 'asc'),
  )
}

/** Reads and sums the statement of these days. */
export function readStatement(database: Database, days: DayRange): Promise<Statement> {
  return sumStatement(documentsOf(database, days))
}

/** One table of the statement. Rows of different tables have different types, which its columns know. */
export async function statementTable(
  database: Database,
  days: DayRange,
  table: StatementTable,
  // biome-ignore lint/suspicious/noExplicitAny: see above
): Promise<Table<any>> {
  if (table === 'documents')
    return { columns: documentColumns, batches: documentsOf(database, days) }
  const { summary, sac, numbers } = await readStatement(database, days)
  if (table === 'summary') return { columns: summaryColumns, batches: oneBatch(summary) }
  if (table === 'sac') return { columns: sacColumns, batches: oneBatch(sac) }
  return { columns: numbersColumns, batches: oneBatch(numbers) }
}

async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[], void> {
  yield rows
}

/** The statement as a workbook with a sheet for each table; without the sheet of documents if there are too many. */
export async function statementWorkbook(statement: Statement): Promise<Uint8Array> {
  // The library is loaded with the first workbook, so that the start is faster.
  const { sheetOf, workbookOf } = await import('../../platform/export/xlsx.ts')
  const { summary, documents, sac, numbers } = statement
  return workbookOf([
    sheetOf('Summary', summaryColumns, summary),
    ...(documents ? [sheetOf('Documents', documentColumns, documents)] : []),
    sheetOf('SAC less credit notes', sacColumns, sac),
    sheetOf('Numbers', numbersColumns, numbers),
  ])
}
