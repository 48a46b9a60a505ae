import { decideMoneyRequest, listMoneyRequests } from '@raahi/contract/money-requests'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import type { MoneyRequestFilters } from './money-request-filters.ts'

/** Requests per page. */
export const moneyRequestsPerPage = 10

const moneyRequestsKey = ['money-requests'] as const

/** A page of the requests, read again each minute. The previous page stays until the next one is loaded. */
export function useMoneyRequests({ page, status }: MoneyRequestFilters) {
  const query = {
    ...(status !== 'all' && { status }),
    page: String(page),
    limit: String(moneyRequestsPerPage),
  }
  return useQuery({
    queryKey: [...moneyRequestsKey, query],
    queryFn: ({ signal }) => call(listMoneyRequests, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** Decides a request. Wallets, statements, transactions and users change with it, so everything is refetched. */
export function useDecideMoneyRequest() {
  return useSingleMutation({
    mutationFn: ({ id, action }: { id: string; action: 'approve' | 'decline' }) =>
      call(decideMoneyRequest, { params: { id }, body: { action } }),
    refreshes: [[]],
  })
}
