import type { RequestStatus } from '@raahi/contract/leads'
import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import {
  approveLeadReplacement,
  getAllLeadReplacementRequests,
  getReplacementRequestOfUserById,
  getReturnRate,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import {
  accountKey,
  dashboardKey,
  leadsKey,
  purchasesKey,
  statementKey,
  subscriptionsKey,
} from '../../lib/query-keys.ts'
import { useMoneyMutation } from '../../lib/use-money-mutation.ts'
import type { RequestFilters } from './request-filters.ts'

/** Requests per page. */
export const requestsPerPage = 10

const requestsKey = ['replacement-requests'] as const

const rateKey = ['return-rate'] as const

/** The agent's return rate, and the limit that applies to a bought lead. */
export function useReturnRate(leadId: string) {
  return useQuery({
    queryKey: [...rateKey, leadId],
    queryFn: ({ signal }) => call(getReturnRate, { params: { leadId } }, { signal }),
  })
}

/** Requests the replacement of a bought lead. Refetches the purchases afterwards, also after a refusal. */
export function useRequestReplacement() {
  return useMoneyMutation({
    mutationFn: (body: { leadId: string; reason: string }, idempotencyKey) =>
      call(requestLeadReplacement, { body }, { idempotencyKey }),
    // A check may have approved the request at once, with a refund.
    refreshes: [purchasesKey, leadsKey, rateKey, accountKey, subscriptionsKey, statementKey],
  })
}

/** A page of the requests of all users. The previous page stays on screen until the next one is loaded. */
export function useRequestPage({ page, status, sort, open: _, ...filters }: RequestFilters) {
  const query = {
    ...filters,
    ...(status !== 'all' && { status }),
    ...(sort !== 'usual' && { sort }),
    page: String(page),
    limit: String(requestsPerPage),
  }
  return useQuery({
    queryKey: [...requestsKey, 'all', query],
    queryFn: ({ signal }) => call(getAllLeadReplacementRequests, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}
export type RequestPageQuery = ReturnType<typeof useRequestPage>

/** A page of one user's requests of one status. */
export function useUserRequestPage(userId: string, status: RequestStatus, page: number) {
  const query = { status, page: String(page), limit: String(requestsPerPage) }
  return useQuery({
    queryKey: [...requestsKey, 'user', userId, query],
    queryFn: ({ signal }) =>
      call(getReplacementRequestOfUserById, { params: { userId }, query }, { signal }),
    // Another page of the same tab keeps the shown page until it is loaded. Another tab or user does not.
    placeholderData: (previous, before) =>
      before?.queryKey[2] === userId && before.queryKey[3] && sameTab(before.queryKey[3], status)
        ? previous
        : undefined,
  })
}

function sameTab(query: unknown, status: RequestStatus): boolean {
  return typeof query === 'object' && query !== null && 'status' in query && query.status === status
}

interface Decision {
  requestId: string
  action: 'approved' | 'rejected'
  /** Only for a rejection. */
  reasonCode?: RejectionReason | undefined
  reason?: string | undefined
}

/**
 * Approves or rejects a request. Refetches the lists of requests and the dashboard, also after a refusal, because
 * another admin may have decided.
 */
export function useDecideRequest({ onSettled }: { onSettled?: () => void } = {}) {
  return useMoneyMutation({
    mutationFn: (body: Decision, idempotencyKey) =>
      call(approveLeadReplacement, { body }, { idempotencyKey }),
    refreshes: [requestsKey, dashboardKey],
    onSettled,
  })
}
