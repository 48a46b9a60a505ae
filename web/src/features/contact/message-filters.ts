/** The tab, the search and the page of the contact messages, as they stand in the address. */
export interface MessageFilters {
  status: 'open' | 'answered' | 'suspected' | 'all'
  search: string
  page: number
}

const tabNames = ['open', 'answered', 'suspected', 'all'] as const

/** Reads them from the address: what waits for an answer unless told; a value that isn't one is dropped. */
export function readMessageFilters(params: URLSearchParams): MessageFilters {
  const status = params.get('status')
  const page = params.get('page') ?? ''
  return {
    status: tabNames.find((name) => name === status) ?? 'open',
    search: (params.get('search') ?? '').slice(0, 120),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Writes them for the address: what is usual is left out. */
export function writeMessageFilters({ status, search, page }: MessageFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== 'open') params.set('status', status)
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params
}
