import type { Answer } from '@raahi/contract/endpoint'
import type { InvoiceSummary, listInvoices } from '@raahi/contract/invoices'
import { IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import { PageSteps } from '../../ui/page-steps.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import classes from './invoice-list.module.css'
import { invoicesPerPage } from './invoices.api.ts'
import { invoiceKindTitles, invoicePath } from './public/invoice-labels.ts'

interface InvoiceListProps {
  query: UseQueryResult<Answer<typeof listInvoices>>
  page: number
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Shows the buyer of each document. */
  withBuyers?: boolean
  /** What an empty list shows. */
  empty: ReactNode
}

/** Invoices and credit notes with their pages. */
export function InvoiceList({ query, page, onPageChange, withBuyers, empty }: InvoiceListProps) {
  return (
    <PagedList
      query={query}
      items={query.data?.docs}
      total={query.data?.totalDocs}
      page={page}
      pageSize={invoicesPerPage}
      onPageChange={onPageChange}
      loading={{ label: 'Loading invoices...', layout: 'rows', count: 5 }}
      failed={(error) => errorWithReason(error, 'The invoices could not be loaded.')}
      empty={empty}
      pager={PageSteps}
    >
      {(invoices) => (
        <ul className={classes.list} aria-label="Invoices, newest first">
          {invoices.map((invoice) => (
            <InvoiceItem key={invoice._id} invoice={invoice} withBuyer={withBuyers} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function InvoiceItem({
  invoice,
  withBuyer,
}: {
  invoice: InvoiceSummary
  withBuyer: boolean | undefined
}) {
  const { buyer, kind } = invoice
  const KindIcon = kind === 'invoice' ? IconFileInvoice : IconReceiptRefund
  return (
    <li className={classes.item} data-kind={kind}>
      <span className={classes.icon}>
        <KindIcon size={22} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.what}>
        <Link to={invoicePath(invoice._id)} className={classes.number}>
          {invoice.number}
        </Link>
        <span className={classes.quiet}>
          {invoiceKindTitles[kind]}
          {invoice.isTest && ' · Test'}
        </span>
        <span className={classes.description}>{invoice.description}</span>
      </div>
      {withBuyer && (
        <div className={classes.buyer}>
          <bdi className={classes.company}>{buyer.companyName || 'Vendor'}</bdi>
          <bdi className={classes.quiet}>{buyer.name}</bdi>
          {buyer.gstin && <span className={`${classes.quiet} figures`}>{buyer.gstin}</span>}
        </div>
      )}
      <div className={classes.sum}>
        <span className={classes.amount}>
          {kind === 'credit_note' && '−'}
          <Money exact rupees={invoice.total} />
        </span>
        <span className={classes.quiet}>
          <DateTime value={invoice.issuedAt} />
        </span>
      </div>
    </li>
  )
}
