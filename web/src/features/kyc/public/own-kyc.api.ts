import { getOwnKyc, submitKyc } from '@raahi/contract/kyc'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

/** The agent's own KYC. */
export const ownKycQuery = queryOptions({
  queryKey: ['own-kyc'],
  queryFn: ({ signal }) => call(getOwnKyc, {}, { signal }),
})

/** Uploads the agent's document. */
export function useSubmitKyc() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set(submitKyc.file.field, file)
      queryClient.setQueryData(ownKycQuery.queryKey, await call(submitKyc, { body }))
    },
  })
}
