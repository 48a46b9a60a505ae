import { Anchor } from '@mantine/core'
import type { OrderOutcome } from '@raahi/contract/payments'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './payment-confirmation.module.css'

interface PaymentConfirmationProps {
  headline: string
  text?: ReactNode
  /** Label and value of each detail, such as the plan and the amount. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** The paid order; undefined for a free plan. */
  order?: OrderOutcome | undefined
}

/** Confirms a payment. The headline takes the focus, because the pressed button has disappeared. */
export function PaymentConfirmation({ headline, text, facts, order }: PaymentConfirmationProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={classes.note}>
      <span className={classes.mark} aria-hidden>
        <IconCheck size={36} stroke={2.25} />
      </span>
      <h3 ref={title} tabIndex={-1} className={classes.headline}>
        {headline}
      </h3>
      {text && <p className={classes.words}>{text}</p>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {order && (
          <div>
            <dt>Payment ID</dt>
            <dd>{order.paymentId}</dd>
          </div>
        )}
        {order?.invoiceId && (
          <div>
            <dt>Tax invoice</dt>
            <dd>
              <Anchor component={Link} to={`/dashboard/invoices/${order.invoiceId}`} inherit>
                See invoice
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
