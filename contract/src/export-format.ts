import { z } from 'zod'
import { optionalFilter } from './fields.ts'

/** The formats of an exported table: text for programs, and a workbook with typed cells. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportTypes: Record<ExportFormat, string> = {
  /** UTF-8 with a byte order mark, commas, CRLF; every text is quoted, and spreadsheets read none as a formula or number. */
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Parts of the endpoint of an export. Without a format it is CSV. */
export const exportAnswerType = Object.values(exportTypes).join(', ')
export const formatQuery = {
  format: optionalFilter(z.enum(exportFormats, { error: 'Choose csv or xlsx.' })),
}
