import * as invoices from '@raahi/contract/invoices'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import { sendTable } from '../../platform/export/send-table.ts'
import { type BoundedQueue, createBoundedQueue } from '../../platform/http/bounded-queue.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { exportInvoices } from './export-invoices.ts'
import type { InvoiceSettings } from './public/issue-invoice.ts'
import { listInvoices, readInvoice } from './read-invoices.ts'
import { getInvoiceReplacement, replaceInvoice } from './replace-invoice.ts'

/** Drawing a PDF blocks the event loop for tens of milliseconds. */
const drawingsPerUser: RateLimit = { max: 60, windowSeconds: 60 }

export function addInvoiceRoutes({
  addRoute,
  database,
  config,
  exports,
  queueMail,
}: RouteDeps & {
  config: InvoiceSettings & { publicUrl: string }
  exports: BoundedQueue
  queueMail: QueueMail
}): void {
  const drawings = createBoundedQueue({ atOnce: 2, maxWaiting: 40 })

  addRoute(invoices.listMyInvoices, async (call) => ({
    data: await readList(database, call, (from) =>
      listInvoices(from, { userId: call.caller.agencyId, ...call.query }),
    ),
  }))

  addRoute(invoices.listInvoices, async (call) => ({
    data: await readList(database, call, (from) => listInvoices(from, call.query)),
  }))

  addRoute(invoices.exportInvoices, async ({ query: { format, ...filters }, reply }) => {
    await exports(() =>
      sendTable(reply, { name: 'invoices', format }, exportInvoices(database, filters)),
    )
    return responseSent
  })

  addRoute(invoices.getInvoiceSeller, async () => {
    const { name, gstin } = config.invoices.seller
    return { data: { name, gstin, stateCode: gstin.slice(0, 2) } }
  })

  addRoute(invoices.getInvoiceReplacement, async ({ params }) => ({
    data: await getInvoiceReplacement(database, params.id),
  }))

  const useCase = { database, queueMail, publicUrl: config.publicUrl }
  addRoute(invoices.replaceInvoice, async (call) => {
    const { answer, replayed } = await replaceInvoice(useCase, actorOf(call), {
      ...call.body,
      idempotency: call.idempotency,
    })
    return { data: answer, replayed }
  })

  addRoute(invoices.getInvoice, async ({ caller, params }) => ({
    data: await readInvoice(database, caller, params.id),
  }))

  addRoute(invoices.getInvoicePdf, async ({ caller, params, reply }) => {
    const invoice = await readInvoice(database, caller, params.id)
    await hitRateLimit(database, { key: `PDFs of ${caller.agencyId}`, ...drawingsPerUser })
    const bytes = await drawings(async () => {
      // The library and fonts are loaded with the first invoice, so that the start is faster.
      const { drawInvoicePdf } = await import('./invoice-pdf.ts')
      return drawInvoicePdf(invoice)
    })
    sendPdf(reply, bytes, fileName(invoice.number))
    return responseSent
  })
}

/** The file name of RA/26-27/000123: RA-26-27-000123.pdf. */
const fileName = (number: string) => `${number.replaceAll('/', '-')}.pdf`
