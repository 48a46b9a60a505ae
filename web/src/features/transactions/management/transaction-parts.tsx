import type { Transaction } from '@raahi/contract/transactions'
import { Link } from 'react-router'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { invoicePath } from '../../invoices/public/invoice-labels.ts'
import { statusLabels, statusTones } from '../transaction-labels.ts'
import classes from '../transactions.module.css'

export function TransactionBadge({ status }: Pick<Transaction, 'status'>) {
  return <StatusBadge tone={statusTones[status]}>{statusLabels[status]}</StatusBadge>
}

/** The API's name of the method, with spaces: 'lead wallet'. */
export function MethodText({ method }: Pick<Transaction, 'method'>) {
  return <span className={classes.method}>{method.replaceAll('_', ' ')}</span>
}

/** The name of the agent. Old records may lack one. */
export function agentName({ user }: Pick<Transaction, 'user'>): string {
  return user.name.trim() || 'Vendor'
}

/** A link to the invoice of an online payment. */
export function InvoiceLink({ invoiceId }: { invoiceId: string }) {
  return (
    <Link to={invoicePath(invoiceId)} className={classes.invoice}>
      Invoice
    </Link>
  )
}
