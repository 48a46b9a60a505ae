import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { useMyInvoices } from './invoices.api.ts'
import classes from './invoices.module.css'

const noFilters = {}

/** The signed-in agent's invoices and credit notes. */
export default function MyInvoices() {
  const { filters, goToPage } = useListFilters(noFilters)
  return (
    <>
      <PageHeader
        title="Invoices"
        subtitle={
          <>
            One for each online payment. Your GSTIN and address are taken from{' '}
            <Link to="/dashboard/user-profile" className={classes.link}>
              your profile
            </Link>
            .
          </>
        }
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <InvoiceList
        query={useMyInvoices(filters.page)}
        page={filters.page}
        onPageChange={goToPage}
        empty={
          <EmptyState
            text="No invoices yet. When you pay online for a plan or a top-up, the tax invoice will appear here."
            action={
              <Button component={Link} to="/dashboard/plans" variant="default">
                View plans
              </Button>
            }
          />
        }
      />
    </>
  )
}
