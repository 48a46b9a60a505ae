import { type InvoiceKind, invoiceKinds } from '@raahi/contract/invoices'

/** The page of invoices and its filters, as they stand in the address. */
export interface InvoiceFilters {
  page: number
  kind: InvoiceKind | undefined
  search: string | undefined
  /** Days in India, YYYY-MM-DD, both included. */
  from: string | undefined
  to: string | undefined
}

/** Longest text that can be searched for. */
export const longestSearch = 60

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`))

/** Reads the filters from the address; a value that isn't one is dropped, each for itself. */
export function readInvoiceFilters(params: URLSearchParams): InvoiceFilters {
  const text = (name: string, isValue: (value: string) => boolean) => {
    const value = params.get(name)?.trim()
    return value && isValue(value) ? value : undefined
  }
  return {
    page: Number(text('page', (page) => /^[1-9]\d{0,6}$/.test(page)) ?? 1),
    kind: invoiceKinds.find((kind) => kind === params.get('kind')),
    search: text('search', (search) => search.length <= longestSearch),
    from: text('from', isDay),
    to: text('to', isDay),
  }
}

const names = ['kind', 'search', 'from', 'to'] as const

/** Writes the filters for the address: what is not set is left out. */
export function writeInvoiceFilters(filters: InvoiceFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** How many filters are set. */
export function countInvoiceFilters(filters: InvoiceFilters): number {
  return names.filter((name) => filters[name]).length
}
