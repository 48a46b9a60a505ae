import { maxWorkbookDocuments } from '@raahi/contract/statements'
import type { InvoiceRow } from './invoices.queries.ts'
import { type Section, sectionOf, sections } from './statement-sections.ts'

/** Amounts of several documents. Test documents and those of another GSTIN of the seller are summed apart. */
export interface Sum {
  is_test: boolean
  seller_gstin: string
  documents: number
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  total_paise: number
}
/** A section in one state, or a total. */
export interface SummaryRow extends Sum {
  label: string
  /** Null: a total. */
  place_of_supply: string | null
}
/** The supplies with a service code, less their credit notes. */
export interface SacRow extends Sum {
  sac: string
  buyers: 'B2B' | 'B2C'
}
/** The numbers that a series used. Invoices are never cancelled. */
export interface NumbersRow extends Pick<Sum, 'is_test' | 'documents'> {
  kind: InvoiceRow['kind']
  first: string
  last: string
}

export interface Statement {
  summary: SummaryRow[]
  sac: SacRow[]
  numbers: NumbersRow[]
  /** All documents, oldest first; null: more than a workbook contains. */
  documents: InvoiceRow[] | null
}

/** Sums documents, which come oldest first, so that the numbers of each series ascend. */
export async function sumStatement(batches: AsyncIterable<InvoiceRow[]>): Promise<Statement> {
  const bySection = new Map<string, SummaryRow & { section: Section }>()
  const bySac = new Map<string, SacRow>()
  const bySeries = new Map<string, NumbersRow>()
  let documents: InvoiceRow[] | null = []
  for await (const rows of batches) {
    for (const row of rows) {
      const section = sectionOf(row)
      const place = row.place_of_supply
      add(bySection, [section, place], row, () => ({
        section,
        place_of_supply: place,
        label: sections[section],
      }))
      const buyers: SacRow['buyers'] = row.buyer_gstin ? 'B2B' : 'B2C'
      add(bySac, [buyers, row.sac], row, () => ({ buyers, sac: row.sac }), signOf(row))
      addNumber(bySeries, row)
    }
    const count: number = (documents?.length ?? 0) + rows.length
    documents = documents && count <= maxWorkbookDocuments ? [...documents, ...rows] : null
  }
  const order = Object.keys(sections)
  const summary = [...bySection.values()].sort(
    (a, b) =>
      order.indexOf(a.section) - order.indexOf(b.section) ||
      compare(a.place_of_supply ?? '', b.place_of_supply ?? ''),
  )
  return {
    summary: booksOf(summary).flatMap((book) => [...book, ...totalsOf(book)]),
    sac: booksOf(
      [...bySac.values()].sort((a, b) => compare(a.buyers + a.sac, b.buyers + b.sac)),
    ).flat(),
    numbers: [...bySeries.values()].sort((a, b) => compare(a.first, b.first)),
    documents,
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const signOf = ({ kind }: Pick<InvoiceRow, 'kind'>) => (kind === 'credit_note' ? -1 : 1)

/** Adds a document to the sum of its group, within the tests or not, and one GSTIN of the seller. */
function add<Row extends Sum>(
  sums: Map<string, Row>,
  group: string[],
  row: InvoiceRow,
  describe: () => Omit<Row, keyof Sum>,
  sign = 1,
): void {
  const { is_test, seller_gstin } = row
  const key = [is_test, seller_gstin, ...group].join(' ')
  const sum = sums.get(key) ?? ({ ...describe(), ...emptySum, is_test, seller_gstin } as Row)
  sums.set(key, plus(sum, { ...row, documents: 1 }, sign))
}

const emptySum = {
  documents: 0,
  taxable_paise: 0,
  cgst_paise: 0,
  sgst_paise: 0,
  igst_paise: 0,
  total_paise: 0,
}

/** Adds amounts with a sign. Documents are counted in either case. */
function plus<Row extends Sum>(
  sum: Row,
  added: Omit<Sum, 'is_test' | 'seller_gstin'>,
  sign: number,
): Row {
  return {
    ...sum,
    documents: sum.documents + added.documents,
    taxable_paise: sum.taxable_paise + sign * added.taxable_paise,
    cgst_paise: sum.cgst_paise + sign * added.cgst_paise,
    sgst_paise: sum.sgst_paise + sign * added.sgst_paise,
    igst_paise: sum.igst_paise + sign * added.igst_paise,
    total_paise: sum.total_paise + sign * added.total_paise,
  }
}

/** The rows of each return: one for each GSTIN of the seller, tests last. */
function booksOf<Row extends Sum>(rows: Row[]): Row[][] {
  const byBook = Map.groupBy(rows, ({ is_test, seller_gstin }) => `${is_test} ${seller_gstin}`)
  return [...byBook.entries()].sort(([a], [b]) => compare(a, b)).map(([, book]) => book)
}

/** The totals of invoices and credit notes, and their difference. */
function totalsOf(book: (SummaryRow & { section: Section })[]): SummaryRow[] {
  const [first] = book
  if (!first) return []
  const isNote = ({ section }: { section: Section }) => section.endsWith('Notes')
  const total = (label: string, signFor: (row: { section: Section }) => number): SummaryRow => {
    const { is_test, seller_gstin } = first
    const empty = { ...emptySum, is_test, seller_gstin, label, place_of_supply: null }
    return book
      .filter((row) => signFor(row) !== 0)
      .reduce<SummaryRow>((sum, row) => plus(sum, row, signFor(row)), empty)
  }
  return [
    total(totalLabels.invoices, (row) => (isNote(row) ? 0 : 1)),
    total(totalLabels.notes, (row) => (isNote(row) ? 1 : 0)),
    total(totalLabels.net, (row) => (isNote(row) ? -1 : 1)),
  ]
}

export const totalLabels = {
  invoices: 'All invoices',
  notes: 'All credit notes',
  net: 'Invoices less credit notes',
} as const

/** Extends the numbers of a series of a financial year: RA/26-27 of RA/26-27/000123. */
function addNumber(bySeries: Map<string, NumbersRow>, { number, kind, is_test }: InvoiceRow): void {
  const series = number.slice(0, number.lastIndexOf('/'))
  const serial = (one: string) => Number(one.slice(series.length + 1))
  const { first, last, documents } = bySeries.get(series) ?? {
    first: number,
    last: number,
    documents: 0,
  }
  bySeries.set(series, {
    kind,
    is_test,
    first: serial(number) < serial(first) ? number : first,
    last: serial(number) > serial(last) ? number : last,
    documents: documents + 1,
  })
}
