import { Anchor } from '@mantine/core'
import type { OrderOutcome } from '@raahi/contract/payments'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './paid-note.module.css'

interface PaidNoteProps {
  headline: string
  words?: ReactNode
  /** What was paid and what came of it, each with its name. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  /** What the gateway says of it; nothing where nothing was paid. */
  order?: OrderOutcome | undefined
}

/** Says that a payment has arrived. Takes the focus, as the button that paid is gone. */
export function PaidNote({ headline, words, facts, order }: PaidNoteProps) {
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
      {words && <p className={classes.words}>{words}</p>}
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
