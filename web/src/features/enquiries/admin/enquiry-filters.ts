import { type EnquiryStatus, enquiryStatuses } from '@raahi/contract/enquiries'

/** The tab, filters and page of the enquiries, as they stand in the address. */
export interface EnquiryFilters {
  /** Suspected: of those that are new the ones in the trap, which are not among the new. */
  status: EnquiryStatus | 'suspected' | 'all'
  search: string
  duplicates: 'only' | 'none' | undefined
  sort: '-createdAt' | 'createdAt'
  page: number
}

const tabNames = [...enquiryStatuses, 'suspected', 'all'] as const

/** Reads them from the address: what waits for a decision unless told; a value that isn't one is dropped. */
export function readEnquiryFilters(params: URLSearchParams): EnquiryFilters {
  const asked = params.get('status')
  const status = tabNames.find((name) => name === asked)
  const duplicates = params.get('duplicates')
  const page = params.get('page') ?? ''
  return {
    status: status ?? 'new',
    search: (params.get('search') ?? '').slice(0, 120),
    duplicates: duplicates === 'only' || duplicates === 'none' ? duplicates : undefined,
    sort: params.get('sort') === 'createdAt' ? 'createdAt' : '-createdAt',
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Writes them for the address: what is usual is left out. */
export function writeEnquiryFilters(filters: EnquiryFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.status !== 'new') params.set('status', filters.status)
  if (filters.search) params.set('search', filters.search)
  if (filters.duplicates) params.set('duplicates', filters.duplicates)
  if (filters.sort !== '-createdAt') params.set('sort', filters.sort)
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** How many filters are set; tab and order are none. */
export function countEnquiryFilters({ search, duplicates }: EnquiryFilters): number {
  return (search ? 1 : 0) + (duplicates ? 1 : 0)
}

/** Where an enquiry is found, whatever has become of it. */
export function enquiryAddress(reference: string): string {
  return `/dashboard/enquiries?status=all&search=${reference}`
}
