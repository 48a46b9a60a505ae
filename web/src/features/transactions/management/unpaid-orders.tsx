import { DateTime } from '../../../ui/date-time.tsx'
import { Money } from '../../../ui/money.tsx'
import { TimelineButton } from './timeline-button.tsx'
import { useUnpaidOrders } from './transactions.api.ts'
import classes from './unpaid-orders.module.css'

/**
 * The orders without a payment that the search finds. They are no transactions: the money may be missing because the gateway
 * has not reported a payment. Renders nothing without such orders.
 */
export function UnpaidOrders({ search }: { search: string }) {
  const { data = [] } = useUnpaidOrders(search)
  if (data.length === 0) return null
  return (
    <section className={classes.orders} aria-labelledby="unpaid-orders">
      <h2 id="unpaid-orders" className={classes.title}>
        Orders without a payment
      </h2>
      <ul>
        {data.map((order) => (
          <li key={order._id}>
            <TimelineButton id={order._id}>{order.orderId ?? order._id}</TimelineButton>
            <Money exact rupees={order.amount} />
            <span>{order.planName ? `Plan ${order.planName}` : 'Wallet top-up'}</span>
            <bdi>{order.user.name.trim() || 'Vendor'}</bdi>
            <DateTime value={order.createdAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}
