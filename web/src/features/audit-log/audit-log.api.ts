import { listAuditActions, listAuditLog } from '@raahi/contract/audit-log'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import type { AuditFilters } from './audit-filters.ts'

export const auditLogKey = ['audit-log'] as const

/** Entries per page. */
export const entriesPerPage = 20

/** A page of the audit log. The previous page stays on screen until the next one is loaded. */
export function useAuditPage({ page, ...filters }: { page: number } & Partial<AuditFilters>) {
  const query = { ...filters, page: String(page), limit: String(entriesPerPage) }
  return useQuery({
    queryKey: [...auditLogKey, 'page', query],
    queryFn: ({ signal }) => call(listAuditLog, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function auditLogFailure(error: unknown): string {
  return errorWithReason(error, 'The audit log could not be loaded.')
}

/** The actions that the filter offers. */
export function useAuditActions() {
  return useQuery({
    queryKey: [...auditLogKey, 'actions'],
    queryFn: ({ signal }) => call(listAuditActions, {}, { signal }),
    staleTime: 60_000,
  })
}
