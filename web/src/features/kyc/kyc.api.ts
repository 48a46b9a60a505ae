import { decideKyc, type KycCheck, listKyc } from '@raahi/contract/kyc'
import type { KycReason } from '@raahi/contract/kyc-states'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dashboardKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import type { KycFilters } from './kyc-filters.ts'

/** Documents per page. */
export const kycPerPage = 10

const kycKey = ['kyc'] as const

/** A page of the queue. The previous page stays until the next one is loaded. */
export function useKycPage({ page, status, sort }: KycFilters) {
  const query = {
    sort,
    ...(status !== 'all' && { status }),
    page: String(page),
    limit: String(kycPerPage),
  }
  return useQuery({
    queryKey: [...kycKey, query],
    queryFn: ({ signal }) => call(listKyc, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

interface Decision {
  userId: string
  version: number
  action: 'approve' | 'reject'
  reason?: KycReason | undefined
  note?: string | undefined
}

/** Loads the current KYC of one agent; null if it has neither a document nor a decision any more. */
export async function readKycCheck(userId: string): Promise<KycCheck | null> {
  const { docs } = await call(listKyc, { query: { user: userId, limit: '1' } })
  return docs[0] ?? null
}

/**
 * Approves or rejects a document. Refetches the queue and the dashboard, also after a refusal, because another admin
 * may have decided.
 */
export function useDecideKyc() {
  return useSingleMutation({
    mutationFn: ({ userId, ...body }: Decision) => call(decideKyc, { params: { userId }, body }),
    refreshes: [kycKey, dashboardKey],
  })
}
