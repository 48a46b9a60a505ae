import { decideKyc, getOwnKyc, listKyc, submitKyc } from '@raahi/contract/kyc'
import type { KycReason } from '@raahi/contract/kyc-states'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import type { KycFilters } from './kyc-filters.ts'

/** Documents a page. */
export const kycPerPage = 10

const ownKycKey = ['own-kyc'] as const
const kycKey = ['kyc'] as const

/** The agent's own KYC. */
export function useOwnKyc() {
  return useQuery({
    queryKey: ownKycKey,
    queryFn: ({ signal }) => call(getOwnKyc, {}, { signal }),
    staleTime: 0,
  })
}

/** Uploads the agent's document. */
export function useSubmitKyc() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set(submitKyc.file.field, file)
      queryClient.setQueryData(ownKycKey, await call(submitKyc, { body }))
    },
  })
}

/** A page of the queue. The previous page stays until the next one is loaded. */
export function useKycPage({ page, status, ...filters }: KycFilters) {
  const query = {
    ...filters,
    ...(status !== 'all' && { status }),
    page: String(page),
    limit: String(kycPerPage),
  }
  return useQuery({
    queryKey: [...kycKey, query],
    queryFn: ({ signal }) => call(listKyc, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

interface Decision {
  userId: string
  version: number
  action: 'approve' | 'reject'
  reason?: KycReason | undefined
  note?: string | undefined
}

/** Approves or rejects a document. The queue is read again, also after a refusal: another admin may have decided. */
export function useDecideKyc() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ userId, ...body }: Decision) => call(decideKyc, { params: { userId }, body }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: kycKey }),
  })
}
