import type { ExportFormat } from '@raahi/contract/export-format'
import { getMyReceipt, getUserReceipt } from '@raahi/contract/ledger-receipts'
import {
  exportMyTransactions,
  getUserStatement,
  myTransactions,
} from '@raahi/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { callForFile } from '../../../lib/api-file.ts'
import { statementKey } from '../../../lib/query-keys.ts'
import type { StatementFilters } from './statement-filters.ts'

/** Lines per page. */
export const statementPageSize = 10

/** A page of the signed-in agent's wallet statement, newest first. */
export function useStatement({ page, ...filters }: StatementFilters) {
  const query = { ...filters, page: String(page), limit: String(statementPageSize) }
  return useQuery({
    queryKey: [...statementKey, query],
    queryFn: ({ signal }) => call(myTransactions, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** A page of the statement of any user, for an admin. */
export function useUserStatement(userId: string, page: number) {
  const query = { page: String(page), limit: String(statementPageSize) }
  return useQuery({
    queryKey: [...statementKey, userId, query],
    queryFn: ({ signal }) => call(getUserStatement, { params: { userId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The lines of the statement that match the filters, as a file. */
export function fetchStatementFile(
  { page: _, ...filters }: StatementFilters,
  format: ExportFormat,
): Promise<Blob> {
  return callForFile(exportMyTransactions, { query: { ...filters, format } })
}

/**
 * The receipt of a wallet until the last sealed day.
 * @param userId the owner, for an admin; by default the agent's own
 */
export function fetchReceipt(userId: string | undefined): Promise<Blob> {
  return userId === undefined
    ? callForFile(getMyReceipt, {})
    : callForFile(getUserReceipt, { params: { userId } })
}
