import type { Transaction } from '@raahi/contract/transactions'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { DateTime } from '../../../ui/date-time.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Money } from '../../../ui/money.tsx'
import lines from '../../../ui/row-table.module.css'
import { ShortId } from '../../../ui/short-id.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import { TimelineButton } from './timeline-button.tsx'
import {
  agentName,
  InvoiceLink,
  MethodText,
  Reversals,
  TransactionBadge,
  type TransactionRowsProps,
} from './transaction-parts.tsx'
import classes from './transaction-table.module.css'

const columns = ['date', 'payment', 'method', 'agent', 'plan', 'id', 'amount', 'status'] as const

const labels: Record<(typeof columns)[number], string> = {
  date: 'Date',
  payment: 'Payment',
  method: 'Method',
  agent: 'Agent',
  plan: 'Plan',
  id: 'ID',
  amount: 'Amount',
  status: 'Status',
}

/** Transactions in rows of one line. The button of a row shows all facts below it, also those without a column. */
export function TransactionTable({ rows, onReverse }: TransactionRowsProps) {
  return (
    <div className={`${lines.frame} ${classes.frame}`}>
      <table className={lines.table}>
        <caption className={hidden.hidden}>Transactions, newest first</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {labels[column]}
              </th>
            ))}
            <th scope="col" data-column="details">
              <span className={hidden.hidden}>Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TransactionRow key={row._id} row={row} onReverse={onReverse} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TransactionRowProps = { row: Transaction } & Pick<TransactionRowsProps, 'onReverse'>

function TransactionRow({ row, onReverse }: TransactionRowProps) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  const { paymentId, user } = row
  return (
    <>
      <tr data-opened={opened || undefined}>
        <td data-column="date">
          <DateTime value={row.createdAt} />
        </td>
        <td data-column="payment" title={paymentId}>
          <TimelineButton id={row._id}>{paymentId}</TimelineButton>
        </td>
        <td data-column="method">
          <MethodText method={row.method} />
        </td>
        <th scope="row" data-column="agent" title={`${agentName(row)}, ${user.email}`}>
          <bdi className={lines.name}>{agentName(row)}</bdi>{' '}
          <span className={`${lines.quiet} ${classes.email}`}>{user.email}</span>
          <span className={`${lines.quiet} ${classes.brief}`}>
            <DateTime value={row.createdAt} dateOnly />{' '}
            <span className={classes.briefMethod}>
              <MethodText method={row.method} />
            </span>
          </span>
        </th>
        <td data-column="plan">
          <span className={classes.plan}>
            <span className={lines.line} title={subjectOf(row)}>
              {subjectOf(row) ?? (row.invoiceId ? '' : '—')}
            </span>
            {row.invoiceId && <InvoiceLink invoiceId={row.invoiceId} />}
          </span>
        </td>
        <td data-column="id">
          <span className={lines.line}>
            <ShortId id={row._id} what="transaction ID" />
          </span>
        </td>
        <td data-column="amount">
          <span className={lines.name}>
            <Money exact rupees={row.amount} />
          </span>{' '}
          <span className={lines.quiet}>{row.currency}</span>
        </td>
        <td data-column="status">
          <span className={lines.line}>
            <TransactionBadge row={row} />
          </span>
        </td>
        <td data-column="details">
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={opened ? id : undefined}
            aria-label={`Details of ${paymentId}`}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronDown size={18} aria-hidden />
          </button>
        </td>
      </tr>
      {opened && (
        <tr id={id} className={classes.opened}>
          {/* The number of columns that every width has. A higher number would add empty ones. */}
          <td colSpan={4}>
            <DefinitionList items={factsOf(row)} />
            <Reversals row={row} onReverse={onReverse} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The plan, or the lead. Many other descriptions only repeat the method. */
function subjectOf({ planName, description }: Transaction): string | undefined {
  return planName ?? (description.startsWith('Lead ') ? description : undefined)
}

function factsOf(row: Transaction) {
  const { planName, description, reference, note, invoiceId } = row
  return [
    { label: 'Payment', value: <TimelineButton id={row._id}>{row.paymentId}</TimelineButton> },
    { label: 'Method', value: <MethodText method={row.method} /> },
    { label: 'Agent', value: <bdi>{agentName(row)}</bdi> },
    { label: 'Email', value: row.user.email },
    planName ? { label: 'Plan', value: planName } : { label: 'For', value: description },
    ...(reference ? [{ label: 'Reference', value: reference }] : []),
    ...(note ? [{ label: 'Note', value: note }] : []),
    ...(invoiceId ? [{ label: 'Invoice', value: <InvoiceLink invoiceId={invoiceId} /> }] : []),
    { label: 'Date', value: <DateTime value={row.createdAt} /> },
    { label: 'Currency', value: row.currency },
    { label: 'Transaction ID', value: <ShortId id={row._id} what="transaction ID" /> },
    { label: 'Status', value: <TransactionBadge row={row} /> },
  ]
}
