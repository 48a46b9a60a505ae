import { type TransactionMethod, transactionMethods } from '@raahi/contract/transactions'

/** The statement's page and method, as they stand in the address. */
export interface StatementFilters {
  page: number
  method: TransactionMethod | undefined
}

/** Reads them from the address; a value that isn't one is dropped. */
export function readStatementFilters(params: URLSearchParams): StatementFilters {
  const page = params.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
    method: transactionMethods.find((method) => method === params.get('method')),
  }
}

/** Writes them for the address: what is not set is left out. */
export function writeStatementFilters({ page, method }: StatementFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (method) params.set('method', method)
  if (page > 1) params.set('page', String(page))
  return params
}
