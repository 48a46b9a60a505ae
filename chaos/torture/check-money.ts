import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { compare, read, textOf } from './compare.ts'
import type { ExpectedState, Refund } from './expected-state.ts'

/** Compares purchases, recharges, grants and refunds with the stored data, including owners and amounts. */
export async function checkMoney(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  const { purchases, recharges, grants, requests, decisions } = expected
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
      'plan sold for cash or granted for free',
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
      'replacement decision',
      decisions.map((one) => [
        one.requestId,
        textOf(one.status, one.returned?.to, one.returned?.paise),
      ]),
      await read(
        client,
        `select r.id, r.status, r.returned, e.amount_paise from replacement_requests r
         left join journal_entries e on e.id = r.entry_id where r.status <> 'pending'`,
      ),
    ),
    ...checkReplacementRefunds(expected),
    ...(await checkWallets(client, expected)),
  ]
}

/** An approval gives back what was paid, as the response to its request stated; a rejection gives back nothing. */
function checkReplacementRefunds({ purchases, requests, decisions }: ExpectedState): string[] {
  const requestOf = new Map(requests.map((one) => [one.requestId, one]))
  const paidFor = new Map<string, Refund>(
    purchases.map(({ leadId, subscriptionId, costPaise }) => [
      leadId,
      subscriptionId ? { to: 'plan', paise: null } : { to: 'wallet', paise: costPaise },
    ]),
  )
  return decisions.flatMap(({ requestId, status, returned }) => {
    const request = requestOf.get(requestId)
    const paid = request && paidFor.get(request.leadId)
    if (!paid) {
      return [`request ${requestId} was decided for a lead without an acknowledged purchase`]
    }
    const [stated, due] = status === 'approved' ? [request.approvalReturns, paid] : [null, null]
    return isDeepStrictEqual(returned, stated) && isDeepStrictEqual(returned, due)
      ? []
      : [`request ${requestId} was ${status} and returned ${textOf(returned?.to, returned?.paise)}`]
  })
}

/** A wallet's balance equals acknowledged recharges and refunds plus captured top-ups minus purchases. */
async function checkWallets(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  const balances = new Map<string, number>()
  const addToBalance = (userId: string, paise: number) =>
    balances.set(userId, (balances.get(userId) ?? 0) + paise)
  for (const { userId, amountPaise } of expected.recharges) addToBalance(userId, amountPaise)
  for (const { userId, costPaise } of expected.purchases) addToBalance(userId, -costPaise)
  const userOfRequest = new Map(
    expected.requests.map(({ requestId, userId }) => [requestId, userId]),
  )
  for (const { requestId, returned } of expected.decisions) {
    addToBalance(userOfRequest.get(requestId) ?? '', returned?.paise ?? 0)
  }
  const paid = await client.query<{ id: string }>(
    `select distinct order_id as id from sandbox_payments where status in ('captured', 'refunded')`,
  )
  for (const { id } of paid.rows) {
    const order = expected.orders.get(id)
    if (order?.kind === 'wallet') addToBalance(order.userId, order.amountPaise)
  }
  const { rows } = await client.query<{ user_id: string; balance_paise: number }>(
    `select user_id, balance_paise from accounts where kind = 'wallet'`,
  )
  return rows.flatMap(({ user_id, balance_paise }) => {
    const expectedPaise = balances.get(user_id) ?? 0
    return balance_paise === expectedPaise
      ? []
      : [`the wallet of ${user_id} contains ${balance_paise} paise, not ${expectedPaise}`]
  })
}
