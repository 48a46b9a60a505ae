import type pg from 'pg'
import type { OrderRow, PaymentRow } from './entities.ts'
import { unknownId } from './gateway-error.ts'
import { newId } from './new-id.ts'
import type { ListQuery, NewOrder } from './parse.ts'

export async function createOrder(pool: pg.Pool, order: NewOrder): Promise<OrderRow> {
  const { rows } = await pool.query<OrderRow>(
    `insert into sandbox_orders (id, amount, currency, receipt, notes) values ($1, $2, $3, $4, $5)
     returning *`,
    [newId('order_'), order.amount, order.currency, order.receipt ?? null, order.notes],
  )
  return rows[0] as OrderRow
}

/** @throws GatewayError if the order does not exist */
export async function readOrder(pool: pg.Pool, id: string): Promise<OrderRow> {
  const { rows } = await pool.query<OrderRow>('select * from sandbox_orders where id = $1', [id])
  if (!rows[0]) throw unknownId()
  return rows[0]
}

/** Newest first. */
export async function listOrders(pool: pg.Pool, page: ListQuery): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select * from sandbox_orders
     where ($3::bigint is null or created_at >= to_timestamp($3))
       and ($4::bigint is null or created_at < to_timestamp($4) + interval '1 second')
       and ($5::text is null or receipt = $5)
     order by created_at desc, id desc limit $1 offset $2`,
    [page.count, page.skip, page.from ?? null, page.to ?? null, page.receipt ?? null],
  )
  return rows
}

/** All payment attempts of an order, newest first. @throws GatewayError if the order does not exist */
export async function listPaymentsOfOrder(pool: pg.Pool, orderId: string): Promise<PaymentRow[]> {
  await readOrder(pool, orderId)
  const { rows } = await pool.query<PaymentRow>(
    'select * from sandbox_payments where order_id = $1 order by created_at desc, id desc',
    [orderId],
  )
  return rows
}
