import type { ExportFormat } from '@raahi/contract/export-format'
import {
  exportInvoices,
  getInvoice,
  getInvoicePdf,
  getInvoiceReplacement,
  listInvoices,
  listMyInvoices,
  replaceInvoice,
} from '@raahi/contract/invoices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import { invoicesKey, transactionsKey } from '../../lib/query-keys.ts'
import { useMoneyMutation } from '../../lib/use-money-mutation.ts'
import type { InvoiceFilters } from './invoice-filters.ts'

/** Documents per page. */
export const invoicesPerPage = 10

/** A page of the signed-in agent's documents, newest first. The previous page stays until the next one is loaded. */
export function useMyInvoices(page: number) {
  const query = { page: String(page), limit: String(invoicesPerPage) }
  return useQuery({
    queryKey: [...invoicesKey, 'my', query],
    queryFn: ({ signal }) => call(listMyInvoices, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const queryOf = ({ kind, search, from, to }: InvoiceFilters) => ({
  kind,
  search,
  startDate: from,
  endDate: to,
})

/** A page of the documents of all agents, for an admin. */
export function useAllInvoices(filters: InvoiceFilters) {
  const query = {
    ...queryOf(filters),
    page: String(filters.page),
    limit: String(invoicesPerPage),
  }
  return useQuery({
    queryKey: [...invoicesKey, 'all', query],
    queryFn: ({ signal }) => call(listInvoices, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One document. */
export function useInvoice(id: string) {
  return useQuery({
    queryKey: [...invoicesKey, 'one', id],
    queryFn: ({ signal }) => call(getInvoice, { params: { id } }, { signal }),
  })
}

/** Whether an invoice can be replaced, read again each time that the dialog is opened. */
export function useInvoiceReplacement(id: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [...invoicesKey, 'replacement', id],
    queryFn: ({ signal }) => call(getInvoiceReplacement, { params: { id } }, { signal }),
    enabled,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Replaces an invoice with a wrong state or GSTIN. */
export function useReplacing() {
  return useMoneyMutation({
    mutationFn: (body: { invoiceId: string; gstin: string; stateCode: string }, idempotencyKey) =>
      call(replaceInvoice, { body }, { idempotencyKey }),
    refreshes: [invoicesKey, transactionsKey],
  })
}

/** All documents that match the filters, as a file. */
export function fetchInvoicesFile(filters: InvoiceFilters, format: ExportFormat): Promise<Blob> {
  return callForFile(exportInvoices, { query: { ...queryOf(filters), format } })
}

/** One document as a PDF. */
export function fetchInvoicePdf(id: string): Promise<Blob> {
  return callForFile(getInvoicePdf, { params: { id } })
}
