import { Anchor } from '@mantine/core'
import { paiseFromRupees } from '@raahi/contract/money'
import type { Transaction } from '@raahi/contract/transactions'
import { Link } from 'react-router'
import { Money } from '../../../ui/money.tsx'
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

export interface TransactionRowsProps {
  rows: readonly Transaction[]
  onCorrect: (rechargeId: string) => void
}

/** The links between a recharge and its corrections, and the button that corrects a recharge. */
export function Correction({
  row,
  onCorrect,
}: {
  row: Transaction
  onCorrect: TransactionRowsProps['onCorrect']
}) {
  const { _id, paymentId, method, amount, corrects, corrections } = row
  if (corrects) {
    return (
      <span className={classes.correction}>
        Corrects <EntryLink paymentId={corrects} />
      </span>
    )
  }
  if (method !== 'recharge_by_admin') return null
  const correctedPaise = corrections.reduce(
    (sum, one) => sum + (paiseFromRupees(one.amount) ?? 0),
    0,
  )
  return (
    <>
      {corrections.map((one) => (
        <span key={one.paymentId} className={classes.correction}>
          <EntryLink paymentId={one.paymentId} /> took back <Money exact rupees={one.amount} />
        </span>
      ))}
      {correctedPaise < (paiseFromRupees(amount) ?? 0) && (
        <Anchor
          component="button"
          type="button"
          underline="always"
          fw={600}
          className={classes.correction}
          aria-label={`Correct recharge ${paymentId}`}
          onClick={() => onCorrect(_id)}
        >
          Correct
        </Anchor>
      )}
    </>
  )
}

/** A link that shows only this entry in the list. */
function EntryLink({ paymentId }: { paymentId: string }) {
  return (
    <Link to={`?search=${paymentId}`} className={classes.invoice}>
      {paymentId}
    </Link>
  )
}
