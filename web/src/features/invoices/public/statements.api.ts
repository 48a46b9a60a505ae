import type { ExportFormat } from '@raahi/contract/export-format'
import {
  exportStatement,
  getStatementMail,
  type StatementTable,
  sendStatement,
} from '@raahi/contract/statements'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { callForFile } from '../../../lib/api-file.ts'
import { invoicesKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

const statementMailKey = [...invoicesKey, 'statement mail'] as const

/** The statement of these days: a workbook, or one table of it as CSV. */
export function fetchStatement(query: {
  startDate: string
  endDate: string
  format: ExportFormat
  table?: StatementTable
}): Promise<Blob> {
  return callForFile(exportStatement, { query })
}

/** The latest statement that was mailed to the accountant. */
export function useStatementMail() {
  return useQuery({
    queryKey: statementMailKey,
    queryFn: ({ signal }) => call(getStatementMail, {}, { signal }),
  })
}

/** Mails the statement of the last month. Refetches also after a refusal, because another admin may have sent it. */
export function useSendStatement() {
  return useSingleMutation({
    mutationFn: (seenAt: string | null) => call(sendStatement, { body: { seenAt } }),
    refreshes: [statementMailKey],
  })
}
