import { getInvoiceSeller } from '@raahi/contract/invoices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** The seller of the next invoice. It changes only with a new start of the server. */
export const sellerQuery = queryOptions({
  queryKey: ['invoice-seller'],
  queryFn: ({ signal }) => call(getInvoiceSeller, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
