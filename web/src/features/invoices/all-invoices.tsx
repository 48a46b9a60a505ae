import { Button } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useState } from 'react'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { EmptyList } from '../../ui/empty-list.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { invoiceFilters } from './invoice-filters.ts'
import { InvoiceList } from './invoice-list.tsx'
import { InvoiceSearchPanel } from './invoice-search-panel.tsx'
import { fetchInvoicesFile, useAllInvoices } from './invoices.api.ts'
import { StatementDialog } from './statement-dialog.tsx'

/** The invoices and credit notes of all agents, for an admin: filters, list, and the export for the tax return. */
export default function AllInvoices() {
  const list = useListFilters(invoiceFilters)
  const query = useAllInvoices(list.filters)
  const [isStatement, setStatement] = useState(false)
  return (
    <>
      <PageHeader
        title="Invoices"
        subtitle="A tax invoice for each online payment and a credit note for each refund."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconReportMoney size={18} aria-hidden />}
              onClick={() => setStatement(true)}
            >
              GST statement
            </Button>
            <ExportButton
              name="invoices"
              fetchFile={(format) => fetchInvoicesFile(list.filters, format)}
              empty={query.data?.totalDocs === 0}
            />
          </>
        }
      />
      <StatementDialog opened={isStatement} onClose={() => setStatement(false)} />
      <InvoiceSearchPanel list={list} />
      <InvoiceList
        query={query}
        page={list.filters.page}
        onPageChange={list.goToPage}
        withBuyers
        empty={
          <EmptyList
            list={list}
            noMatch="No invoices found."
            text="No invoices yet. The first online payment by an agent will create one."
          />
        }
      />
    </>
  )
}
