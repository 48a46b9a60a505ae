import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ExportButton } from '../transactions/export-button.tsx'
import { countInvoiceFilters } from './invoice-filters.ts'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceSearchPanel } from './invoice-search-panel.tsx'
import { fetchInvoicesFile, useAllInvoices } from './invoices.api.ts'
import { useInvoiceFilters } from './use-invoice-filters.ts'

/** Everybody's invoices and credit notes, for an admin: the filters, the list, the file for the tax return. */
export default function AllInvoices() {
  const { filters, change, goToPage, clear, clears } = useInvoiceFilters()
  const list = useAllInvoices(filters)
  return (
    <>
      <PageHeader
        title="Invoices"
        subtitle="A tax invoice for each online payment and a credit note for each refund."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <ExportButton
            name="invoices"
            fetchFile={() => fetchInvoicesFile(filters)}
            empty={list.data?.totalDocs === 0}
          />
        }
      />
      <InvoiceSearchPanel filters={filters} clears={clears} onChange={change} onClear={clear} />
      <InvoiceList
        query={list}
        page={filters.page}
        onPageChange={goToPage}
        withBuyers
        empty={
          countInvoiceFilters(filters) > 0 ? (
            <EmptyState
              text="No invoices found."
              action={
                <Button variant="default" onClick={clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState text="No invoices yet. The first online payment by an agent will create one." />
          )
        }
      />
    </>
  )
}
