import type { Transaction } from '@raahi/contract/transactions'
import { DateTime } from '../../../ui/date-time.tsx'
import { Money } from '../../../ui/money.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import { RechargeDetails } from '../recharge-details.tsx'
import classes from '../transactions.module.css'
import {
  agentName,
  Correction,
  InvoiceLink,
  MethodText,
  TransactionBadge,
  type TransactionRowsProps,
} from './transaction-parts.tsx'

/**
 * Transactions as a table, from 768 px up. If it is narrow, plan, date and status are below the neighbouring values.
 */
export function TransactionTable({ rows, onCorrect }: TransactionRowsProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className={hidden.hidden}>Transactions, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Payment</th>
            <th scope="col">Agent</th>
            <th scope="col" className={classes.wide}>
              Plan
            </th>
            <th scope="col" className={classes.wide}>
              Date
            </th>
            <th scope="col" className={classes.amount}>
              Amount
            </th>
            <th scope="col" className={classes.wide}>
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TransactionRow key={row._id} row={row} onCorrect={onCorrect} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TransactionRow({
  row,
  onCorrect,
}: {
  row: Transaction
  onCorrect: TransactionRowsProps['onCorrect']
}) {
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{row.paymentId}</span>
        <span className={classes.line}>
          <MethodText method={row.method} />
          {/* Many descriptions only repeat the method. */}
          {row.description.startsWith('Lead ') && (
            <>
              {' · '}
              <span className={classes.whole}>{row.description}</span>
            </>
          )}
          {row.invoiceId && (
            <>
              {' · '}
              <InvoiceLink invoiceId={row.invoiceId} />
            </>
          )}
        </span>
        <RechargeDetails {...row} />
        <Correction row={row} onCorrect={onCorrect} />
        <ShortId id={row._id} what="transaction ID" />
        <span className={classes.narrow}>
          <DateTime value={row.createdAt} />
        </span>
      </th>
      <td>
        <bdi className={classes.name}>{agentName(row)}</bdi>
        <span className={classes.quiet}>{row.user.email}</span>
        {row.planName && <span className={classes.narrow}>{row.planName}</span>}
      </td>
      <td className={classes.wide}>{row.planName ?? '—'}</td>
      <td className={`${classes.wide} ${classes.date}`}>
        <DateTime value={row.createdAt} />
      </td>
      <td className={classes.amount}>
        <span className={classes.figure}>
          <Money exact rupees={row.amount} />
        </span>
        <span className={classes.quiet}>{row.currency}</span>
        <span className={classes.narrow}>
          <TransactionBadge status={row.status} />
        </span>
      </td>
      <td className={classes.wide}>
        <TransactionBadge status={row.status} />
      </td>
    </tr>
  )
}
