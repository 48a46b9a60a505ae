import { isDeepStrictEqual } from 'node:util'
import type { ParsedInput } from '@raahi/contract/endpoint'
import { importStates } from '@raahi/contract/import-labels'
import {
  type CheckedRow,
  type checkImport as checkImportCall,
  type ImportCheck,
  type ImportColumn,
  maxCheckedRows,
} from '@raahi/contract/imports'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { enquiryLabel } from '../enquiries/public/enquiry-response.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { findRowsAfter, type ImportRecord, lockImport } from './imports.queries.ts'
import { type Judgement, judgeRows, rulesOf, type SeenContacts } from './judge-rows.ts'
import { contactsOfCells } from './read-file/contacts-of-cells.ts'

/** Rows that are judged together. Between them the process serves other requests. */
const rowsAtOnce = 500

type CheckInput = ParsedInput<typeof checkImportCall>['body']

/**
 * Stores the answers of an admin about a file, and states what would happen to each of its rows.
 * @throws ApiFailure IMPORT_NOT_FOUND, IMPORT_ALREADY_STARTED; VALIDATION_FAILED for columns that are not those of the file
 */
export async function checkImport(
  database: Database,
  actor: Actor,
  importId: string,
  input: CheckInput,
): Promise<ImportCheck> {
  const record = await withTransaction(database, async (tx) => {
    const locked = await lockImport(tx, importId)
    if (stateAfter(importStates, locked.state, 'check') === null)
      throw new ApiFailure('IMPORT_ALREADY_STARTED')
    const changed = await storeAnswers(tx, locked, input)
    // Each opening of the screen checks the file again.
    const isSame = isDeepStrictEqual(rulesIn(changed), rulesIn(locked)) && !input.answers?.length
    if (isSame) return changed
    await recordAction(tx, actor, {
      action: 'import.check',
      subjectType: 'import',
      subjectId: importId,
      before: rulesIn(locked),
      after: { ...rulesIn(changed), answers: input.answers?.length ?? 0 },
    })
    return changed
  })
  const counts = { added: 0, duplicates: 0, refused: 0, questions: 0 }
  const questions: CheckedRow[] = []
  const others: CheckedRow[] = []
  for await (const judged of judgeImport(database, record)) {
    counts[counters[judged.outcome]] += 1
    const shown = judged.outcome === 'question' ? questions : others
    if (judged.outcome !== 'added' && shown.length < maxCheckedRows)
      shown.push(toCheckedRow(judged, record))
  }
  // A row with a question that is not shown could not be answered.
  const rows = [...questions, ...others].slice(0, maxCheckedRows).sort((a, b) => a.row - b.row)
  return { ...counts, rows }
}

/** What an admin sets, for the audit log. The answers about rows are personal data. */
function rulesIn({ fields, date_order, repair_phones }: ImportRecord) {
  return { fields, dateOrder: date_order, repairPhones: repair_phones }
}

const counters = {
  added: 'added',
  duplicate: 'duplicates',
  refused: 'refused',
  question: 'questions',
} as const satisfies Record<Judgement['outcome'], Exclude<keyof ImportCheck, 'rows'>>

/** Judges the rows of a file that was not imported, in its order. */
export async function* judgeImport(
  { kysely }: Database,
  record: ImportRecord,
): AsyncGenerator<Judgement, void> {
  const rules = rulesOf(record)
  const seen: SeenContacts = new Map()
  for (let after = 0; ; ) {
    const rows = await findRowsAfter(kysely, record.id, { after, limit: rowsAtOnce })
    yield* await judgeRows(kysely, rows, rules, seen)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.row
  }
}

async function storeAnswers(
  tx: Transaction,
  record: ImportRecord,
  { columns, dateOrder, repairPhones, answers = [] }: CheckInput,
): Promise<ImportRecord> {
  const changed = {
    ...record,
    ...(columns && { fields: fieldsOf(record, columns) }),
    ...(dateOrder !== undefined && { date_order: dateOrder }),
    ...(repairPhones !== undefined && { repair_phones: repairPhones }),
  }
  const { fields, date_order, repair_phones } = changed
  await tx
    .updateTable('imports')
    .set({ fields, date_order, repair_phones })
    .where('id', '=', record.id)
    .execute()
  for (const { row, ...given } of answers) {
    // An empty answer about the phone opens the question again. An empty travel date is an answer: it stays open.
    const added = given.phone === '' ? { ...given, phone: undefined } : given
    await sql`
      update import_rows set answers = (case when ${given.phone === ''} then answers - 'phone' else answers end)
          || ${JSON.stringify(added)}::jsonb,
        contacts = contacts || ${contactsOfCells([given.phone ?? ''])}::text[]
      where import_id = ${record.id} and row = ${row}`.execute(tx)
  }
  return changed
}

/** The fields of the columns, which are all columns of the file. Only a name can be in several columns. */
function fieldsOf({ headings }: ImportRecord, columns: ImportColumn[]): ImportRecord['fields'] {
  const isSame =
    columns.length === headings.length &&
    columns.every(({ heading }, at) => heading === headings[at])
  if (!isSame) throw validationFailure({ columns: 'Send all columns of the file in its order.' })
  const fields = columns.map(({ field }) => field)
  const repeated = fields.find(
    (field, at) => field !== null && field !== 'name' && fields.indexOf(field) < at,
  )
  if (repeated) throw validationFailure({ columns: `Two columns have the field ${repeated}.` })
  return fields
}

function toCheckedRow(judged: Judgement, record: ImportRecord): CheckedRow {
  const { outcome, row } = judged
  const shown = { row: row.row, outcome }
  if (judged.outcome === 'refused') return { ...shown, message: judged.reason }
  if (judged.outcome === 'question') {
    const { field, text, suggestions } = judged.question
    return { ...shown, message: text, field, suggestions, name: nameOf(row.cells, record) }
  }
  return judged.outcome === 'duplicate' ? { ...shown, ...formatDuplicate(judged.of) } : shown
}

function formatDuplicate(of: Extract<Judgement, { outcome: 'duplicate' }>['of']) {
  if ('row' in of) return { message: `Same phone or email as row ${of.row}` }
  if (of.leadNumber !== null) {
    const leadId = leadLabel(of.leadNumber)
    return { message: `Duplicate of ${leadId}`, leadId }
  }
  return { message: `Same phone or email as enquiry ${enquiryLabel(of.enquiryNumber ?? 0)}` }
}

function nameOf(cells: string[], { fields }: ImportRecord): string {
  return cells.filter((_, at) => fields[at] === 'name').join(' ')
}
