import { lazy } from 'react'
import { useSignedInUser } from '../lib/session.ts'

// Each role downloads only its list.
const AllInvoices = lazy(() => import('../features/invoices/all-invoices.tsx'))
const MyInvoices = lazy(() => import('../features/invoices/my-invoices.tsx'))

/** An agent's invoices, or the invoices of all agents for an admin. */
export default function InvoicesPage() {
  const { role } = useSignedInUser()
  return role === 'admin' ? <AllInvoices /> : <MyInvoices />
}
