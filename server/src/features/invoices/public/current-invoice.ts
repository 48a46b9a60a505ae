import { sql } from 'kysely'

/** Whether the document `i` is the invoice of its payment that no other one replaces. A payment has one of these. */
export const isCurrentInvoice = sql<boolean>`(i.kind = 'invoice'
  and not exists (select from invoices newer where newer.replaces_id = i.id))`
