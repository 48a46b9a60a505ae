import { pageOf } from '@raahi/contract/fields'
import type { Invoice } from '@raahi/contract/invoices'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { toInvoice, toInvoiceSummary } from './invoice-response.ts'
import { findInvoice, findInvoicePage, type InvoiceFilters } from './invoices.queries.ts'

/** A page of documents, newest first. */
export async function listInvoices(
  database: Database,
  query: InvoiceFilters & { page: number; limit: number },
) {
  const { page, limit, ...filters } = query
  const found = await findInvoicePage(database.kysely, filters, {
    offset: (page - 1) * limit,
    limit,
  })
  return pageOf(found.rows.map(toInvoiceSummary), found.total, page, limit)
}

/**
 * Reads a document: agents read their documents, admins any.
 * @throws ApiFailure INVOICE_NOT_FOUND, also for another agent's id, so that agents cannot find out which ids exist
 */
export async function readInvoice(
  database: Database,
  caller: Caller,
  id: string,
): Promise<Invoice> {
  const userId = caller.role === 'admin' ? undefined : caller.agencyId
  const row = await findInvoice(database.kysely, id, userId)
  if (!row) throw new ApiFailure('INVOICE_NOT_FOUND')
  return toInvoice(row)
}
