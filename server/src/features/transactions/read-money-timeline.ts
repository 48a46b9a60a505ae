import { rupeesFromPaise } from '@raahi/contract/money'
import type { MoneyEvent, MoneyTimeline, UnpaidOrder } from '@raahi/contract/money-timeline'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import {
  findMoneyTimeline,
  findOrdersWithoutPayment,
  type MoneyEventRow,
} from './money-timeline.queries.ts'

/**
 * What happened to the money of a transaction or an order.
 * @throws ApiFailure TRANSACTION_NOT_FOUND
 */
export async function readMoneyTimeline(database: Database, id: string): Promise<MoneyTimeline> {
  const row = await findMoneyTimeline(database.kysely, id)
  if (!row) throw new ApiFailure('TRANSACTION_NOT_FOUND')
  const { user, order } = row
  return {
    user: { _id: user.id, name: user.name, email: user.email, phone: user.phone },
    order: order && {
      status: order.status,
      nextCheckAt: order.next_check_at && toInstant(order.next_check_at),
    },
    olderPurchases: row.older_purchases,
    events: row.events.map((event) => toEvent(event, user.name)),
  }
}

function toEvent(row: MoneyEventRow, agent: string): MoneyEvent {
  return {
    kind: row.kind,
    at: toInstant(row.at),
    by: row.by,
    name: row.by === 'agent' ? agent : row.name,
    amount: toRupees(row.amount_paise),
    label: row.label,
    note: row.note,
    balance: toRupees(row.balance_paise),
    invoiceId: row.invoice_id,
  }
}

const toRupees = (paise: number | null) => (paise === null ? null : rupeesFromPaise(paise))
/** JSON of the database has instants with an offset. */
const toInstant = (text: string) => new Date(text).toISOString()

/** The newest orders that a search of the transactions cannot find, because they have no payment. */
export async function listUnpaidOrders(database: Database, search: string): Promise<UnpaidOrder[]> {
  if (search === '') return []
  const rows = await findOrdersWithoutPayment(database.kysely, search)
  return rows.map((row) => ({
    _id: row.id,
    orderId: row.gateway_order_id,
    amount: rupeesFromPaise(row.amount_paise),
    planName: row.plan_name,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    user: { _id: row.user_id, name: row.name, email: row.email, phone: row.phone },
  }))
}
