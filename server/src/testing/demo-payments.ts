import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import { accounts } from '../ledger/accounts.ts'
import type { Movement } from './demo-ledger.ts'
import type { DemoSubscription } from './demo-plans.ts'
import type { Random } from './demo-random.ts'

/** A payment at the gateway in the demo. */
interface DemoPayment {
  userId: string
  at: Date
  amountPaise: number
  planName: string | null
  /** What it moved; null where it failed. */
  entryId: string | null
}

/** Every third recharge of a wallet and every second plan was paid online instead of in cash. */
export function payOnline(
  recharges: readonly Movement[],
  subscriptions: readonly DemoSubscription[],
): void {
  for (const [index, recharge] of recharges.entries()) {
    if (index % 3 !== 1) continue
    Object.assign(recharge, {
      from: accounts.gateway,
      method: 'Online',
      description: 'Wallet top-up',
    })
  }
  for (const [index, { payment }] of subscriptions.entries()) {
    if (index % 2 === 0) Object.assign(payment, { from: accounts.gateway, method: 'Online' })
  }
}

/** Writes the payments behind all that was paid online, and some that failed before one went through. */
export async function insertPayments(
  tx: Transaction,
  random: Random,
  {
    movements,
    subscriptions,
  }: {
    movements: readonly Movement[]
    subscriptions: readonly DemoSubscription[]
  },
): Promise<void> {
  const plans = new Map(subscriptions.map(({ payment, plan }) => [payment.id, plan.name]))
  const captured = movements
    .filter(({ method }) => method === 'Online')
    .map(({ id, userId, at, amountPaise }) => ({
      userId,
      at,
      amountPaise,
      planName: plans.get(id) ?? null,
      entryId: id,
    }))
  const failed = captured
    .filter((_, index) => index % 3 === 0)
    .map((payment) => ({
      ...payment,
      at: new Date(payment.at.getTime() - 7 * 60_000),
      entryId: null,
    }))
  await tx
    .insertInto('payments')
    .values([...captured, ...failed].map((payment) => paymentRow(random, payment)))
    .execute()
}

function paymentRow(random: Random, { userId, at, amountPaise, planName, entryId }: DemoPayment) {
  return {
    id: uuidv7({ msecs: at.getTime() }),
    gateway_payment_id: `pay_${gatewayText(random)}`,
    user_id: userId,
    plan_name: planName,
    amount_paise: amountPaise,
    status: entryId ? ('captured' as const) : ('failed' as const),
    entry_id: entryId,
    created_at: at,
    order_id: null,
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Fourteen letters and digits, as the gateway's ids are made. */
function gatewayText(random: Random): string {
  return Array.from(
    { length: 14 },
    () => letters[Math.floor(random.next() * letters.length)] ?? 'A',
  ).join('')
}
