import { CardGrid, CardItem } from '../../../ui/card-grid.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Money } from '../../../ui/money.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import classes from '../transactions.module.css'
import {
  agentName,
  Correction,
  InvoiceLink,
  MethodText,
  TransactionBadge,
  type TransactionRowsProps,
} from './transaction-parts.tsx'

/** Transactions as cards, below 768 px. */
export function TransactionCards({ rows, onCorrect }: TransactionRowsProps) {
  return (
    <CardGrid label="Transactions">
      {rows.map((row) => (
        <CardItem
          key={row._id}
          title={<Money exact rupees={row.amount} />}
          subtitle={<span className={classes.id}>{row.paymentId}</span>}
          aside={<TransactionBadge status={row.status} />}
        >
          <DefinitionList
            items={[
              {
                label: 'Agent',
                value: (
                  <>
                    <bdi className={classes.name}>{agentName(row)}</bdi>
                    <span className={classes.quiet}>{row.user.email}</span>
                  </>
                ),
              },
              { label: 'Method', value: <MethodText method={row.method} /> },
              ...(row.planName ? [{ label: 'Plan', value: row.planName }] : []),
              // The plan has a separate line.
              ...(row.planName ? [] : [{ label: 'For', value: row.description }]),
              ...(row.reference ? [{ label: 'Reference', value: row.reference }] : []),
              ...(row.note ? [{ label: 'Note', value: row.note }] : []),
              ...(row.invoiceId
                ? [{ label: 'Invoice', value: <InvoiceLink invoiceId={row.invoiceId} /> }]
                : []),
              { label: 'Date', value: <DateTime value={row.createdAt} /> },
              { label: 'Currency', value: row.currency },
              {
                label: 'Transaction ID',
                value: <ShortId id={row._id} what="transaction ID" />,
              },
            ]}
          />
          <Correction row={row} onCorrect={onCorrect} />
        </CardItem>
      ))}
    </CardGrid>
  )
}
