import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportAnswerType, formatQuery } from './export-format.ts'
import { day, id, instant, optionalFilter } from './fields.ts'

/**
 * The tables of a statement of invoices, for the tax return GSTR-1. An XLSX file has one sheet for each, a CSV file one of
 * them.
 * - summary: amounts by section of the return, place of supply and rate, with totals
 * - documents: each invoice and credit note
 * - sac: amounts by service code, less the credit notes
 * - numbers: the first and the last number of each series
 */
export const statementTables = ['summary', 'documents', 'sac', 'numbers'] as const
export type StatementTable = (typeof statementTables)[number]

/** An XLSX file contains the documents only up to this count, because its creation blocks a process. */
export const maxWorkbookDocuments = 10_000

export const exportStatement = endpoint('GET', '/api/statements/export', {
  name: 'exportStatement',
  summary:
    'Export the statement of invoices of a period for the tax return, as XLSX or as one CSV table',
  access: 'admin',
  right: 'money',
  /** Days are those of Asia/Kolkata, both included. `table` applies to CSV. */
  query: z
    .strictObject({
      startDate: day,
      endDate: day,
      table: optionalFilter(z.enum(statementTables, { error: 'Choose a table.' })),
      ...formatQuery,
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'Choose a date on or after From.',
    }),
  answerType: exportAnswerType,
  errors: ['STATEMENT_TOO_LARGE'],
})

/** A statement of a month that was mailed to the accountant. */
const mailedStatement = z.object({
  /** YYYY-MM */
  month: z.string(),
  email: z.string(),
  at: instant,
  /** The admin who sent it; null: it was sent by the schedule. */
  by: z.object({ _id: id, name: z.string() }).nullable(),
})

export const statementMail = z.object({
  /** The month that is sent next by a click: the last complete month in India, YYYY-MM. */
  month: z.string(),
  /** The latest; null: none was sent yet. */
  lastSent: mailedStatement.nullable(),
})
export type StatementMail = z.output<typeof statementMail>

export const getStatementMail = endpoint('GET', '/api/statements/mail', {
  name: 'getStatementMail',
  summary: 'Get which monthly statement was mailed to the accountant last',
  access: 'admin',
  right: ['money', 'settings'],
  answer: statementMail,
})

export const sendStatement = endpoint('POST', '/api/statements/mail', {
  name: 'sendStatement',
  summary: 'Mail the statement of the last month to the accountant',
  access: 'admin',
  right: ['money', 'settings'],
  /** `seenAt`: the `lastSent.at` that the admin has seen, so that no click is carried out twice. */
  body: z.strictObject({ seenAt: instant.nullable() }),
  answer: statementMail,
  message: 'The statement is on its way.',
  errors: ['NO_ACCOUNTANT', 'STATEMENT_SENT_MEANWHILE'],
})
