import type pg from 'pg'
import type { PaymentRow } from './entities.ts'
import { unknownId } from './gateway-error.ts'
import type { ListQuery } from './parse.ts'

/** @throws GatewayError if the payment does not exist */
export async function readPayment(pool: pg.Pool, id: string): Promise<PaymentRow> {
  const { rows } = await pool.query<PaymentRow>('select * from sandbox_payments where id = $1', [
    id,
  ])
  if (!rows[0]) throw unknownId()
  return rows[0]
}

/** Newest first. */
export async function listPayments(
  pool: pg.Pool,
  page: Omit<ListQuery, 'receipt'>,
): Promise<PaymentRow[]> {
  const { rows } = await pool.query<PaymentRow>(
    `select * from sandbox_payments
     where ($3::bigint is null or created_at >= to_timestamp($3))
       and ($4::bigint is null or created_at < to_timestamp($4) + interval '1 second')
     order by created_at desc, id desc limit $1 offset $2`,
    [page.count, page.skip, page.from ?? null, page.to ?? null],
  )
  return rows
}
