import { v7 as uuidv7 } from 'uuid'
import type { PlanRow } from '../features/plans/plans.queries.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { accounts } from '../platform/ledger/accounts.ts'
import { dayMs } from './demo-leads.ts'
import { movement } from './demo-ledger.ts'
import type { Buyer, DemoSubscription, Sale } from './demo-sale.ts'

type Terms = Omit<PlanRow, 'id' | 'price_paise'> & { price: number }

function plan(
  plan_id: string,
  [name, type, description]: readonly [string, PlanRow['type'], string],
  [price, lead_quota, validity_days]: readonly [number, number, number],
): Terms {
  return { plan_id, name, type, description, price, lead_quota, validity_days }
}

/** A lead of a plan costs less than a lead paid from the wallet. */
const catalogue: readonly Terms[] = [
  plan(
    'DOM-10',
    ['Desh Starter', 'domestic', '10 domestic leads in a month. For agents just starting out.'],
    [449, 10, 30],
  ),
  plan(
    'DOM-40',
    [
      'Desh Growth',
      'domestic',
      '40 domestic leads over two months. For teams that sell India every day.',
    ],
    [1599, 40, 60],
  ),
  plan(
    'INT-10',
    ['Videsh Starter', 'international', '10 international leads in a month.'],
    [349, 10, 30],
  ),
  plan(
    'INT-30',
    [
      'Videsh Growth',
      'international',
      '30 international leads over two months: Bali, Dubai, Singapore and beyond.',
    ],
    [949, 30, 60],
  ),
  plan(
    'ALL-25',
    ['Sampoorna Monthly', 'both', '25 leads a month, domestic or international.'],
    [999.5, 25, 30],
  ),
  plan(
    'ALL-300',
    [
      'Sampoorna Annual',
      'both',
      '300 leads over a year, domestic or international. For busy agencies.',
    ],
    [9999, 300, 365],
  ),
]

/** Which agent bought which plan how many days ago. Agents by the first word of their email. */
const bought: readonly (readonly [agent: string, planId: string, daysAgo: number])[] = [
  ['agent', 'DOM-10', 100],
  ['agent', 'ALL-25', 23],
  ['meera', 'DOM-40', 21],
  ['rajat', 'DOM-10', 46],
  ['farah', 'INT-30', 58],
  ['tenzin', 'ALL-300', 203],
  ['shreya', 'ALL-25', 96],
  ['zubin', 'INT-10', 29],
  ['zubin', 'INT-30', 17],
  ['gaurav', 'DOM-10', 3],
]

/** Inserts the plans. */
export async function insertPlans(tx: Transaction, now: Date): Promise<PlanRow[]> {
  const plans = catalogue.map(({ price, ...terms }) => ({
    ...terms,
    id: uuidv7(),
    price_paise: Math.round(price * 100),
  }))
  const since = new Date(now.getTime() - 380 * dayMs)
  await tx
    .insertInto('plans')
    .values(plans.map((row) => ({ ...row, created_at: since, updated_at: since })))
    .execute()
  return plans
}

/** The agents' subscriptions: active, nearly ended and ended. Each is paid in cash unless changed later. */
export function sellPlans(
  now: Date,
  plans: readonly PlanRow[],
  buyers: readonly Buyer[],
): DemoSubscription[] {
  return bought.map(([agent, planId, daysAgo], index) => {
    const buyer = buyers.find(({ email }) => email.startsWith(`${agent}@`))
    const plan = plans.find(({ plan_id }) => plan_id === planId)
    if (!buyer || !plan) throw new Error(`the demo has no agent ${agent} or no plan ${planId}`)
    const startedAt = new Date(now.getTime() - daysAgo * dayMs + index * 13 * 60_000)
    return {
      id: uuidv7({ msecs: startedAt.getTime() }),
      buyer,
      plan,
      startedAt,
      endsAt: new Date(startedAt.getTime() + plan.validity_days * dayMs),
      used: 0,
      payment: movement({
        at: startedAt,
        userId: buyer.id,
        from: accounts.cash,
        to: accounts.planRevenue,
        amountPaise: plan.price_paise,
        method: 'cash',
        status: 'captured',
      }),
    }
  })
}

/**
 * Assigns purchases to subscriptions, oldest first: of the active ones that cover the lead, the one that ends first.
 */
export function payByPlan(
  sales: readonly Sale[],
  subscriptions: readonly DemoSubscription[],
): void {
  const soonestEnd = subscriptions.toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime())
  for (const sale of sales.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const paying = soonestEnd.find(
      ({ buyer, plan, startedAt, endsAt, used }) =>
        buyer === sale.buyer &&
        (plan.type === 'both' || plan.type === sale.lead.lead_type) &&
        startedAt <= sale.at &&
        sale.at < endsAt &&
        used < plan.lead_quota,
    )
    if (!paying) continue
    paying.used += 1
    sale.paidBy = paying
  }
}

/** Inserts the subscriptions. Their payments and purchases are inserted elsewhere. */
export async function insertSubscriptions(
  tx: Transaction,
  subscriptions: readonly DemoSubscription[],
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values(
      subscriptions.map(({ id, buyer, plan, startedAt, endsAt, used, payment }) => ({
        id,
        user_id: buyer.id,
        plan_id: plan.id,
        plan_name: plan.name,
        price_paise: plan.price_paise,
        type: plan.type,
        validity_days: plan.validity_days,
        lead_quota: plan.lead_quota,
        leads_used: used,
        cause: payment.method === 'Online' ? ('payment' as const) : ('cash' as const),
        entry_id: payment.id,
        started_at: startedAt,
        ends_at: endsAt,
      })),
    )
    .execute()
}
