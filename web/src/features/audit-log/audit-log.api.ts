import { listAuditActions, listAuditLog } from '@raahi/contract/audit-log'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import type { AuditFilters } from './audit-filters.ts'

/** Entries a page. */
export const entriesPerPage = 20

/** A page of the audit log. The page before stays on screen until the next one is there. */
export function useAuditPage({ page, ...filters }: AuditFilters) {
  const query = { ...filters, page: String(page), limit: String(entriesPerPage) }
  return useQuery({
    queryKey: ['audit-log', 'page', query],
    queryFn: ({ signal }) => call(listAuditLog, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** The actions that can be filtered by. */
export function useAuditActions() {
  return useQuery({
    queryKey: ['audit-log', 'actions'],
    queryFn: ({ signal }) => call(listAuditActions, {}, { signal }),
    staleTime: 60_000,
  })
}
