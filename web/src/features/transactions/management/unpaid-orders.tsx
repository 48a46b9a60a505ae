import type { UnpaidOrder } from '@raahi/contract/money-timeline'
import { errorWithReason } from '../../../lib/api-error.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Money } from '../../../ui/money.tsx'
import { TimelineButton } from './timeline-button.tsx'
import { useUnpaidOrders } from './transactions.api.ts'
import classes from './unpaid-orders.module.css'

/**
 * The orders without a payment that the search finds. They are no transactions: the money may be missing because the gateway
 * has not reported a payment. One line says that it searches, fails or finds none, so that a failure is not read as no such order.
 */
export function UnpaidOrders({ search }: { search: string }) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useUnpaidOrders(search)
  if (data && data.length > 0) return <Orders orders={data} />
  if (error) {
    return (
      <div className={classes.line} role="alert">
        {errorWithReason(error, 'The orders without a payment could not be searched.')}
        <BusyButton variant="default" size="compact-sm" onClick={() => refetch()} busy={isFetching}>
          {isFetching ? 'Retrying..' : 'Retry'}
        </BusyButton>
      </div>
    )
  }
  return (
    <p className={classes.line} role="status">
      {data && !isPlaceholderData
        ? 'No order without a payment matches.'
        : 'Searching orders without a payment…'}
    </p>
  )
}

function Orders({ orders }: { orders: readonly UnpaidOrder[] }) {
  return (
    <section className={classes.orders} aria-labelledby="unpaid-orders">
      <h2 id="unpaid-orders" className={classes.title}>
        Orders without a payment
      </h2>
      <ul>
        {orders.map((order) => (
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
