import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportTypes } from './export-format.ts'
import {
  filterText,
  id,
  idParams,
  instant,
  pagedDocs,
  pageLimit,
  pageNumber,
  requiredLines,
} from './fields.ts'
import {
  dateOrderNames,
  importFieldNames,
  importLimits,
  importOutcomes,
  importStateNames,
} from './import-labels.ts'

/** A column of the file with the field that its cells are read as; null: it is not imported. */
const importColumn = z.object({
  heading: z.string(),
  field: z.enum(importFieldNames).nullable(),
})
export type ImportColumn = z.output<typeof importColumn>

/** A column as the screen shows it, with its first values. */
const shownColumn = importColumn.extend({ samples: z.array(z.string()) })

export const uploadImport = endpoint('POST', '/api/imports', {
  name: 'uploadImport',
  summary: 'Upload a CSV or XLSX file of enquiries for a source. Nothing is added yet',
  access: 'admin',
  right: 'leads',
  body: z.strictObject({
    sourceId: id,
    /** What the travellers of the file agreed to. It is kept with each lead. */
    consentText: requiredLines('State what the travellers agreed to.', importLimits.consentText),
  }),
  file: { field: 'file', maxBytes: importLimits.bytes, types: 'CSV, XLSX', required: true },
  answer: z.object({ _id: id, columns: z.array(shownColumn), rows: z.int() }),
  status: 201,
  message: 'File uploaded.',
  errors: ['SOURCE_NOT_FOUND'],
})

/** The answer to the question of a row. */
const rowAnswer = z.strictObject({
  row: z.int().min(1),
  /** The phone as a person would type it. '': the question is open again. */
  phone: filterText().optional(),
  /** YYYY-MM-DD. '': the travel date stays open. */
  travelDate: filterText().optional(),
})

/** Rows that a check returns at most. */
export const maxCheckedRows = 200

const checkedRow = z.object({
  /** The number of the row in a spreadsheet. */
  row: z.int(),
  outcome: z.enum(importOutcomes),
  message: z.string().optional(),
  /** The LD-number of the lead with the same phone or email. */
  leadId: z.string().optional(),
  /** Of a question: the field, the name in the row, and what the cell could mean. */
  field: z.enum(['phone', 'travelDate']).optional(),
  name: z.string().optional(),
  suggestions: z.array(z.string()).optional(),
})
export type CheckedRow = z.output<typeof checkedRow>

export const checkImport = endpoint('POST', '/api/imports/{id}/check', {
  name: 'checkImport',
  summary: 'State what would happen to each row. What is left out keeps its value',
  access: 'admin',
  right: 'leads',
  list: true,
  params: idParams,
  body: z.strictObject({
    /** All columns of the file, in its order. */
    columns: z.array(importColumn).max(importLimits.columns).optional(),
    /** How dates that can be read in several ways are written; null: each is a question. */
    dateOrder: z.enum(dateOrderNames, { error: 'Choose an order.' }).nullable().optional(),
    /** Whether the file has lost the zero of landlines and the plus of foreign numbers. */
    repairPhones: z.boolean().optional(),
    answers: z.array(rowAnswer).max(maxCheckedRows).optional(),
  }),
  answer: z.object({
    added: z.int(),
    duplicates: z.int(),
    refused: z.int(),
    questions: z.int(),
    /** Rows that would not be added: the first with a question, then the first others, in the order of the file. */
    rows: z.array(checkedRow).max(maxCheckedRows),
  }),
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_ALREADY_STARTED'],
})
export type ImportCheckInput = z.input<typeof checkImport.body>
export type ImportCheck = z.output<typeof checkImport.answer>

export const runImport = endpoint('POST', '/api/imports/{id}/run', {
  name: 'runImport',
  summary: 'Add the leads of an import in the background. A row with an open question is refused',
  access: 'admin',
  right: 'leads',
  params: idParams,
  status: 202,
  message: 'Import started.',
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_ALREADY_STARTED', 'SOURCE_PAUSED'],
})

const importSummary = z.object({
  _id: id,
  state: z.enum(importStateNames),
  fileName: z.string(),
  source: z.object({ _id: id, name: z.string() }),
  createdAt: instant,
  /** Rows with a result, of `total`. */
  done: z.int(),
  total: z.int(),
  added: z.int(),
  duplicates: z.int(),
  refused: z.int(),
  /** Leads that an undo has removed. */
  removed: z.int(),
})
export type ImportSummary = z.output<typeof importSummary>

export const getImport = endpoint('GET', '/api/imports/{id}', {
  name: 'getImport',
  summary: 'Get the state and the progress of an import',
  access: 'admin',
  right: 'leads',
  params: idParams,
  answer: importSummary.extend({
    columns: z.array(shownColumn),
    dateOrder: z.enum(dateOrderNames).nullable(),
    repairPhones: z.boolean(),
    consentText: z.string(),
    /** Whether the texts of the rows are still stored, so that refused rows can be downloaded. */
    hasRows: z.boolean(),
    /** LD-numbers of the leads that were sold before an undo. */
    kept: z.array(z.string()),
  }),
  errors: ['IMPORT_NOT_FOUND'],
})
export type Import = z.output<typeof getImport.answer>

export const listImports = endpoint('GET', '/api/imports', {
  name: 'listImports',
  summary: 'List the imports, the latest first',
  access: 'admin',
  right: 'leads',
  list: true,
  query: z.strictObject({ page: pageNumber, limit: pageLimit(20) }),
  answer: pagedDocs(importSummary),
})

export const downloadRefusedRows = endpoint('GET', '/api/imports/{id}/refused.csv', {
  name: 'downloadRefusedRows',
  summary:
    'Download the refused rows with their reasons. Before the import: those of the last check',
  access: 'admin',
  right: 'leads',
  list: true,
  params: idParams,
  answerType: exportTypes.csv,
  errors: ['IMPORT_NOT_FOUND'],
})

export const undoImport = endpoint('POST', '/api/imports/{id}/undo', {
  name: 'undoImport',
  summary:
    'Remove the leads of an import that are not sold, or discard a file that was not imported',
  access: 'admin',
  right: 'leads',
  slow: true,
  params: idParams,
  answer: z.object({
    removed: z.int(),
    /** LD-numbers of the sold leads, which stay. */
    kept: z.array(z.string()),
  }),
  message: 'Import undone.',
  errors: ['IMPORT_NOT_FOUND', 'IMPORT_NOT_UNDONE'],
})
