import type { StatementLine } from '@raahi/contract/transactions'
import { Link } from 'react-router'
import { DateTime } from '../../../ui/date-time.tsx'
import { Money } from '../../../ui/money.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import { invoicePath } from '../../invoices/public/invoice-labels.ts'
import { RechargeDetails } from '../recharge-details.tsx'
import { methodLabels } from '../transaction-labels.ts'
import classes from './statement-table.module.css'

/** The lines of a wallet statement: each movement and the balance after it. */
export function StatementTable({ lines }: { lines: readonly StatementLine[] }) {
  return (
    <table className={classes.table}>
      <caption className={hidden.hidden}>Wallet statement, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.date}>
            Date
          </th>
          <th scope="col">Details</th>
          <th scope="col" className={classes.amount}>
            Amount
          </th>
          <th scope="col" className={classes.amount}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line._id}>
            <td className={classes.date}>
              <DateTime value={line.createdAt} />
            </td>
            <td>
              <span className={classes.what}>
                <WithWholeNumber text={line.description} />
              </span>
              <span className={classes.how}>
                {/* Some descriptions only repeat the label of the method. */}
                {methodLabels[line.method] !== line.description && (
                  <span>{methodLabels[line.method]}</span>
                )}{' '}
                <span>{line.paymentId}</span>{' '}
                {line.invoiceId && (
                  <Link to={invoicePath(line.invoiceId)} className={classes.invoice}>
                    Invoice
                  </Link>
                )}
              </span>
              <span className={classes.note}>
                <RechargeDetails {...line} />
                {line.corrections.map(({ paymentId, amount }) => (
                  <span key={paymentId} className={classes.corrected}>
                    Corrected by {paymentId}: −<Money exact rupees={amount} />
                  </span>
                ))}
                {line.refunds.map(({ paymentId, amount }) => (
                  <span key={paymentId} className={classes.corrected}>
                    Refunded by {paymentId}: −<Money exact rupees={amount} />
                  </span>
                ))}
                {line.refundStatus && (
                  <span className={classes.corrected}>
                    {line.refundStatus === 'pending'
                      ? 'On its way to the original payment method'
                      : 'Refunded to the original payment method'}
                  </span>
                )}
              </span>
              {/* The date has no separate column on phones. */}
              <span className={classes.dateBelow}>
                <DateTime value={line.createdAt} />
              </span>
            </td>
            <td className={classes.amount} data-direction={line.direction}>
              {line.direction === 'credit' ? '+' : '−'}
              <Money exact rupees={line.amount} />
            </td>
            <td className={classes.amount}>
              <Money exact rupees={line.balance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number of a lead or of a transaction does not break at its hyphen on a phone. */
function WithWholeNumber({ text }: { text: string }) {
  const [, before = text, number, after] = /^(.*)((?:LD|TX)-\d+)(.*)$/.exec(text) ?? []
  return (
    <>
      {before}
      {number && <span className="one-piece">{number}</span>}
      {after}
    </>
  )
}
