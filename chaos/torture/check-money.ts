import type pg from 'pg'
import { compare, read, textOf } from './compare.ts'
import type { ToldFacts } from './told.ts'

/** What was sold, paid in, granted and given back, against what is on record; owners and amounts included. */
export async function checkMoney(client: pg.Client, told: ToldFacts): Promise<string[]> {
  const { purchases, recharges, grants, requests, decisions } = told
  return [
    ...compare(
      'purchase',
      purchases.map((one) => [
        one.purchaseId,
        textOf(one.leadId, one.userId, one.costPaise, one.subscriptionId),
      ]),
      await read(client, 'select id, lead_id, user_id, cost_paise, subscription_id from purchases'),
    ),
    ...compare(
      'recharge',
      recharges.map((one) => [one.transactionId, textOf(one.userId, one.amountPaise)]),
      await read(
        client,
        `select id, user_id, amount_paise from journal_entries where method = 'recharge_by_admin'`,
      ),
    ),
    ...compare(
      'plan sold for cash or for nothing',
      grants.map((one) => [
        one.subscriptionId,
        textOf(one.userId, one.planId, one.pricePaise, one.pricePaise === 0 ? 'free' : 'cash'),
      ]),
      await read(
        client,
        `select id, user_id, plan_id, price_paise, cause from subscriptions
         where cause in ('cash', 'free')`,
      ),
    ),
    ...compare(
      'replacement request',
      requests.map((one) => [one.requestId, textOf(one.leadId, one.userId)]),
      await read(
        client,
        `select r.id, p.lead_id, r.user_id from replacement_requests r
         join purchases p on p.id = r.purchase_id`,
      ),
    ),
    ...compare(
      'decision on a replacement',
      decisions.map((one) => [one.requestId, textOf(one.status, one.returned, one.returnedPaise)]),
      await read(
        client,
        `select r.id, r.status, r.returned, e.amount_paise from replacement_requests r
         left join journal_entries e on e.id = r.entry_id where r.status <> 'pending'`,
      ),
    ),
    ...checkReturns(told),
    ...(await checkWallets(client, told)),
  ]
}

/** An approval gives back exactly what was paid, where it was paid from. */
function checkReturns({ purchases, requests, decisions }: ToldFacts): string[] {
  const leadOf = new Map(requests.map(({ requestId, leadId }) => [requestId, leadId]))
  const purchaseOf = new Map(purchases.map((one) => [one.leadId, one]))
  return decisions.flatMap(({ requestId, status, returned, returnedPaise }) => {
    if (status === 'rejected') {
      return returned === null
        ? []
        : [`request ${requestId} was rejected and gave ${returned} back`]
    }
    const purchase = purchaseOf.get(leadOf.get(requestId) ?? '')
    if (!purchase) return [`request ${requestId} was approved for a lead that nobody bought`]
    const isRight = purchase.subscriptionId
      ? returned === 'plan' && returnedPaise === null
      : returned === 'wallet' && returnedPaise === purchase.costPaise
    return isRight ? [] : [`request ${requestId} gave back ${returned} ${returnedPaise} paise`]
  })
}

/** A wallet holds what its owner was told to have got, and what the gateway took in for it, less what was paid. */
async function checkWallets(client: pg.Client, told: ToldFacts): Promise<string[]> {
  const expected = new Map<string, number>()
  const move = (userId: string, paise: number) =>
    expected.set(userId, (expected.get(userId) ?? 0) + paise)
  for (const { userId, amountPaise } of told.recharges) move(userId, amountPaise)
  for (const { userId, costPaise } of told.purchases) move(userId, -costPaise)
  const asked = new Map(told.requests.map(({ requestId, userId }) => [requestId, userId]))
  for (const { requestId, returnedPaise } of told.decisions) {
    move(asked.get(requestId) ?? '', returnedPaise ?? 0)
  }
  const paid = await client.query<{ id: string }>(
    `select distinct order_id as id from sandbox_payments where status in ('captured', 'refunded')`,
  )
  for (const { id } of paid.rows) {
    const order = told.orders.get(id)
    if (order?.kind === 'wallet') move(order.userId, order.amountPaise)
  }
  const { rows } = await client.query<{ user_id: string; balance_paise: number }>(
    `select user_id, balance_paise from accounts where kind = 'wallet'`,
  )
  return rows.flatMap(({ user_id, balance_paise }) => {
    const right = expected.get(user_id) ?? 0
    return balance_paise === right
      ? []
      : [`wallet of ${user_id} holds ${balance_paise}, not ${right} paise`]
  })
}
