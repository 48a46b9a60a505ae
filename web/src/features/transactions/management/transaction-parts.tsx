import { Anchor } from '@mantine/core'
import { paiseFromRupees } from '@raahi/contract/money'
import type { Transaction } from '@raahi/contract/transactions'
import { Link } from 'react-router'
import { useMay } from '../../../lib/session.ts'
import { Money } from '../../../ui/money.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { invoicePath } from '../../invoices/public/invoice-labels.ts'
import { statusLabels, statusTones } from '../transaction-labels.ts'
import classes from '../transactions.module.css'

/** The status. A payment that an admin has refunded, and its refunds, say so. */
export function TransactionBadge({ row }: { row: Transaction }) {
  const { status, amount, refunds, refundStatus } = row
  if (refundStatus === 'pending') return <StatusBadge tone="notice">Pending</StatusBadge>
  if (refundStatus || (status === 'captured' && refunds.length > 0)) {
    const isPart = !refundStatus && sumPaise(refunds) < (paiseFromRupees(amount) ?? 0)
    return <StatusBadge tone="warning">{isPart ? 'Part refund' : 'Refunded'}</StatusBadge>
  }
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
  if (!useMay('money')) return null
  return (
    <Link to={invoicePath(invoiceId)} className={classes.invoice}>
      Invoice
    </Link>
  )
}

export interface TransactionRowsProps {
  rows: readonly Transaction[]
  /** Corrects a recharge, or refunds a payment. */
  onReverse: (row: Transaction) => void
}

/** The links between a recharge or a payment and what reversed it, and the button that reverses it. */
export function Reversals({
  row,
  onReverse,
}: {
  row: Transaction
  onReverse: TransactionRowsProps['onReverse']
}) {
  const { paymentId, method, status, amount, corrects, corrections, refundOf, refunds } = row
  const mayCorrect = useMay('money')
  const reversed = corrects ?? refundOf
  if (reversed) {
    return (
      <span className={classes.correction}>
        {corrects ? 'Corrects' : 'Refunds'} <EntryLink paymentId={reversed} />
      </span>
    )
  }
  const isPayment = method === 'Online' && status === 'captured'
  if (!isPayment && method !== 'recharge_by_admin') return null
  const reversals = isPayment ? refunds : corrections
  return (
    <>
      {reversals.map((one) => (
        <span key={one.paymentId} className={classes.correction}>
          {one.paymentId && <EntryLink paymentId={one.paymentId} />}{' '}
          {isPayment ? 'refunded' : 'took back'} <Money exact rupees={one.amount} />
          {'status' in one && one.status === 'pending' && ', which the gateway has not completed'}
        </span>
      ))}
      {(isPayment || mayCorrect) && sumPaise(reversals) < (paiseFromRupees(amount) ?? 0) && (
        <Anchor
          component="button"
          type="button"
          underline="always"
          fw={600}
          className={classes.correction}
          aria-label={isPayment ? `Refund payment ${paymentId}` : `Correct recharge ${paymentId}`}
          onClick={() => onReverse(row)}
        >
          {isPayment ? 'Refund' : 'Correct'}
        </Anchor>
      )}
    </>
  )
}

const sumPaise = (parts: readonly { amount: number }[]) =>
  parts.reduce((sum, { amount }) => sum + (paiseFromRupees(amount) ?? 0), 0)

/** A link that shows only this entry in the list. */
function EntryLink({ paymentId }: { paymentId: string }) {
  return (
    <Link to={`?search=${paymentId}`} className={classes.invoice}>
      {paymentId}
    </Link>
  )
}
