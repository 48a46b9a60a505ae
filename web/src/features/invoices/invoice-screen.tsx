import { Button } from '@mantine/core'
import type { Invoice } from '@raahi/contract/invoices'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifyError } from '../../ui/toast.ts'
import { useAccount } from '../account/public/use-account.ts'
import { InvoiceDocument } from './invoice-document.tsx'
import { fetchInvoicePdf, useInvoice } from './invoices.api.ts'
import classes from './invoices.module.css'
import { invoiceKindTitles, pdfName } from './public/invoice-labels.ts'
import { ReplaceButton } from './replace-button.tsx'

const back = { to: '/dashboard/invoices', label: 'Back to Invoices' }

/** One document in its printed form, with buttons to print and download it. */
export function InvoiceScreen({ id }: { id: string }) {
  const { data: invoice, error, isFetching, refetch } = useInvoice(id)
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  // A malformed id in the address is shown in the same way as an unknown one.
  const isMissing = isRefusal(error, 'INVOICE_NOT_FOUND') || isRefusal(error, 'VALIDATION_FAILED')
  if (!invoice) {
    return (
      <>
        <PageHeader title={isMissing ? 'Invoice not found' : 'Invoice'} back={back} />
        {isMissing ? (
          <EmptyState
            text="This invoice does not exist."
            action={
              <Button component={Link} to={back.to} variant="default">
                View invoices
              </Button>
            }
          />
        ) : error ? (
          <ErrorState
            text={errorWithReason(error, 'The invoice could not be loaded.')}
            {...retry}
          />
        ) : (
          <SkeletonList label="Loading the invoice..." layout="rows" count={4} />
        )}
      </>
    )
  }
  return (
    <>
      <div className={classes.screenOnly}>
        <PageHeader
          title={`${invoiceKindTitles[invoice.kind]} ${invoice.number}`}
          back={back}
          actions={<Actions invoice={invoice} />}
        />
        {error && (
          <RefreshFailed
            text={errorWithReason(error, 'The invoice could not be refreshed.')}
            {...retry}
          />
        )}
      </div>
      <InvoiceDocument invoice={invoice} />
    </>
  )
}

function Actions({ invoice }: { invoice: Invoice }) {
  const { busy, run } = useSingleRun()
  const download = () =>
    run(async () => {
      try {
        saveFile(await fetchInvoicePdf(invoice._id), pdfName(invoice.number))
      } catch (error) {
        notifyError(errorWithReason(error, 'The PDF could not be created.'))
      }
    })
  const { user } = useAccount()
  const isReplaceable =
    user.role === 'admin' && invoice.kind === 'invoice' && invoice.creditNotes.length === 0
  return (
    <>
      {isReplaceable && <ReplaceButton invoice={invoice} />}
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <BusyButton
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={download}
        busy={busy}
      >
        {busy ? 'Creating PDF..' : 'Download PDF'}
      </BusyButton>
    </>
  )
}
