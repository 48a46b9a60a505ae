import type { Answer } from '@raahi/contract/endpoint'
import type { InvoiceSummary, listInvoices } from '@raahi/contract/invoices'
import { IconFileInvoice, IconReceiptRefund } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'
import { PageSteps } from '../../ui/page-steps.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { invoicePath, kindTitles } from './invoice-labels.ts'
import classes from './invoice-list.module.css'

interface InvoiceListProps {
  query: UseQueryResult<Answer<typeof listInvoices>>
  page: number
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Whose each is stands beside it, where they are not all one's own. */
  withBuyers?: boolean
  /** Shown where there is none. */
  empty: ReactNode
}

/** Invoices and credit notes with their pages, in every state a list can be in. */
export function InvoiceList({ query, page, onPageChange, withBuyers, empty }: InvoiceListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The address was made up, or is from a time with more of them.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && errorWithReason(error, 'The invoices could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading invoices..." layout="rows" count={5} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        empty
      ) : (
        <>
          <ul
            className={classes.list}
            aria-label="Invoices, newest first"
            data-stale={isPlaceholderData || undefined}
          >
            {data.docs.map((invoice) => (
              <InvoiceItem key={invoice._id} invoice={invoice} withBuyer={withBuyers} />
            ))}
          </ul>
          <PageSteps page={page} pages={data.totalPages} onPageChange={onPageChange} />
        </>
      )}
    </>
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
          {kindTitles[kind]}
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
