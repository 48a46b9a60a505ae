import {
  type ReplacementReason,
  type RequestStatus,
  replacementReasons,
  requestStatuses,
} from '@raahi/contract/replacements'

/** The tab, filters and page of the requests of all users, as they stand in the address. */
export interface RequestFilters {
  status: RequestStatus | 'all'
  search: string
  reason: ReplacementReason | undefined
  sort: '-createdAt' | 'createdAt'
  page: number
}

/** Reads them from the address: what waits for a decision unless told; a value that isn't one is dropped. */
export function readRequestFilters(params: URLSearchParams): RequestFilters {
  const status = params.get('status')
  const reason = params.get('reason') ?? ''
  const page = params.get('page') ?? ''
  return {
    status: status === 'all' ? 'all' : (requestStatuses.find((one) => one === status) ?? 'pending'),
    search: (params.get('search') ?? '').slice(0, 120),
    reason: Object.hasOwn(replacementReasons, reason) ? (reason as ReplacementReason) : undefined,
    sort: params.get('sort') === 'createdAt' ? 'createdAt' : '-createdAt',
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Writes them for the address: what is usual is left out. */
export function writeRequestFilters(filters: RequestFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.status !== 'pending') params.set('status', filters.status)
  if (filters.search) params.set('search', filters.search)
  if (filters.reason) params.set('reason', filters.reason)
  if (filters.sort !== '-createdAt') params.set('sort', filters.sort)
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** How many filters are set; tab and order are none. */
export function countRequestFilters({ search, reason }: RequestFilters): number {
  return (search ? 1 : 0) + (reason ? 1 : 0)
}
