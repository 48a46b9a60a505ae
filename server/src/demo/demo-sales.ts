import type { LeadType } from '@raahi/contract/leads'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { accounts, walletOf } from '../platform/ledger/accounts.ts'
import { type DemoLead, dayMs, hourMs } from './demo-leads.ts'
import { type Movement, movement, rechargeAt } from './demo-ledger.ts'
import { type Buyer, demoRefundRuleVersion, type Sale } from './demo-sale.ts'
import type { Random } from './random.ts'

/** Picks leads for each buyer and marks them as sold, some hours or days after they were created. */
export function sellLeads(
  random: Random,
  now: Date,
  { buyers, leads, prices }: { buyers: readonly Buyer[]; leads: DemoLead[]; prices: Prices },
): Sale[] {
  const free = random.shuffled(leads)
  const sales: Sale[] = []
  for (const buyer of buyers) {
    for (const [index, leadType] of (['domestic', 'international'] as const).entries()) {
      for (let bought = 0; bought < (buyer.buys[index] ?? 0); bought += 1) {
        const found = free.findIndex(
          (lead) =>
            lead.lead_type === leadType &&
            lead.created_at.getTime() > buyer.joinedAt.getTime() + dayMs &&
            lead.created_at.getTime() < now.getTime() - 8 * hourMs,
        )
        const [lead] = found === -1 ? [] : free.splice(found, 1)
        if (!lead) throw new Error('the demo has too few leads for its buyers')
        const longest = Math.min(4 * dayMs, now.getTime() - hourMs - lead.created_at.getTime())
        const at = new Date(lead.created_at.getTime() + hourMs + random.next() * (longest - hourMs))
        sales.push({
          purchaseId: uuidv7({ msecs: at.getTime() }),
          buyer,
          lead,
          at,
          pricePaise: prices[leadType],
        })
        markSold(lead, at, 'purchase', prices[leadType])
      }
    }
  }
  return sales
}

export type Prices = Record<LeadType, number>

export function markSold(
  lead: DemoLead,
  at: Date,
  cause: 'purchase' | 'outside',
  pricePaise: number,
): void {
  lead.status = 'sold'
  lead.sold_cause = cause
  lead.sold_cost_paise = pricePaise
  lead.sold_at = at
  lead.updated_at = at
}

/**
 * Creates the wallet transfers: purchases, refunds, and a recharge when the balance is too low. The balance never
 * becomes negative.
 * @returns the transfers, and the one of each purchase
 */
export function moveMoney(
  buyers: readonly Buyer[],
  sales: readonly Sale[],
  refunds: readonly Movement[],
): { movements: Movement[]; payments: Map<Sale, Movement> } {
  const payments = new Map<Sale, Movement>()
  for (const sale of sales) {
    if (!sale.paidBy) payments.set(sale, paymentOf(sale))
  }
  const spent = [...payments.values(), ...refunds]
  const movements = buyers.flatMap((buyer) =>
    withRecharges(
      buyer,
      spent.filter(({ userId }) => userId === buyer.id),
    ),
  )
  return { movements, payments }
}

function paymentOf({ at, buyer, pricePaise }: Sale): Movement {
  return movement({
    at,
    userId: buyer.id,
    from: walletOf(buyer.id),
    to: accounts.leadRevenue,
    amountPaise: pricePaise,
    method: 'lead_wallet',
    status: 'captured',
  })
}

function withRecharges(buyer: Buyer, own: readonly Movement[]): Movement[] {
  const movements: Movement[] = []
  let balance = 0
  const move = (one: Movement) => {
    balance += one.to === walletOf(buyer.id) ? one.amountPaise : -one.amountPaise
    movements.push(one)
  }
  for (const one of own.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const isPurchase = one.from === walletOf(buyer.id)
    if (isPurchase && balance < one.amountPaise) {
      move(rechargeAt(new Date(one.at.getTime() - hourMs / 2), buyer.id, buyer.rechargePaise))
    }
    move(one)
  }
  const missing = (buyer.finalBalancePaise ?? balance) - balance
  if (missing < 0) throw new Error('the demo pays in more than the wallet is to hold')
  // Also in order of time: the last transfer sets the final balance.
  const last = movements.at(-1)?.at ?? buyer.joinedAt
  if (missing > 0) move(rechargeAt(new Date(last.getTime() + 60_000), buyer.id, missing))
  return movements
}

/** Inserts the purchases, each with its payment: a wallet entry or a subscription. */
export async function insertPurchases(
  tx: Transaction,
  sales: readonly Sale[],
  payments: ReadonlyMap<Sale, Movement>,
): Promise<void> {
  await tx
    .insertInto('purchases')
    .values(
      sales.map((sale) => ({
        id: sale.purchaseId,
        lead_id: sale.lead.id,
        user_id: sale.buyer.id,
        price_paise: sale.pricePaise,
        cost_paise: sale.paidBy ? 0 : sale.pricePaise,
        refund_rule_version: demoRefundRuleVersion,
        paid_with: sale.paidBy ? ('plan' as const) : ('wallet' as const),
        entry_id: payments.get(sale)?.id ?? null,
        subscription_id: sale.paidBy?.id ?? null,
        created_at: sale.at,
      })),
    )
    .execute()
}

/** Numbers of the leads, which the database assigns. */
export async function readLeadNumbers(tx: Transaction): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('leads').select(['id', 'number']).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
