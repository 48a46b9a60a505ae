import { lazy } from 'react'
import { useSignedInUser } from '../lib/session.ts'

// Each role downloads its own list alone.
const AllInvoices = lazy(() => import('../features/invoices/all-invoices.tsx'))
const MyInvoices = lazy(() => import('../features/invoices/my-invoices.tsx'))

/** One's own invoices, or everybody's for an admin. */
export default function InvoicesPage() {
  const { role } = useSignedInUser()
  return role === 'admin' ? <AllInvoices /> : <MyInvoices />
}
