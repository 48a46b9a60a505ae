import type { LeadType } from '@raahi/contract/leads'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import { leadLabel } from '../leads/lead-wire.ts'
import { accounts, walletOf } from '../ledger/accounts.ts'
import { type DemoLead, dayMs, hourMs } from './demo-leads.ts'
import type { Random } from './demo-random.ts'

/** An agent with what it does in the demo. */
export interface Buyer {
  id: string
  joinedAt: Date
  buys: readonly [domestic: number, international: number]
  /** What an admin pays in for it whenever its money runs out, in paise. */
  paysInPaise: number
  /** Balance to end with; unset: whatever is left. */
  endsWithPaise?: number
}

export interface Sale {
  buyer: Buyer
  lead: DemoLead
  at: Date
  pricePaise: number
}

/** Picks leads for each buyer and marks them sold, some hours to some days after they came in. */
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
        sales.push({ buyer, lead, at, pricePaise: prices[leadType] })
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

interface Movement {
  id: string
  at: Date
  buyer: Buyer
  amountPaise: number
  sale: Sale | undefined
}

/**
 * Writes recharges and purchases into the ledger as they would have been written at the time: in order of time, so that
 * the numbers of the entries and the balances noted on them follow each other. The ledger's own function always writes
 * the present moment, which is why the rows are made here; the audit of the books holds for them all the same.
 */
export async function recordSales(
  tx: Transaction,
  buyers: readonly Buyer[],
  sales: readonly Sale[],
): Promise<void> {
  const movements = buyers.flatMap((buyer) => movementsOf(buyer, sales))
  movements.sort((a, b) => a.at.getTime() - b.at.getTime())
  const labels = await leadLabels(tx)
  const balances = new Map<string, number>()

  const entries = movements.map(({ id, at, buyer, amountPaise, sale }) => ({
    id,
    method: sale ? ('lead_wallet' as const) : ('recharge_by_admin' as const),
    status: 'captured' as const,
    user_id: buyer.id,
    amount_paise: amountPaise,
    description: sale ? `Lead ${labels.get(sale.lead.id)}` : 'Wallet recharge',
    created_at: at,
  }))
  const postings = movements.flatMap(({ id, buyer, amountPaise, sale }) => {
    const change = sale ? -amountPaise : amountPaise
    const balance = (balances.get(buyer.id) ?? 0) + change
    balances.set(buyer.id, balance)
    const other = sale ? accounts.leadRevenue : accounts.cash
    return [posting(id, walletOf(buyer.id), change, balance), posting(id, other, -change, null)]
  })
  await tx.insertInto('journal_entries').values(entries).execute()
  await tx.insertInto('postings').values(postings).execute()
  for (const [buyerId, balance] of balances) {
    await tx
      .updateTable('accounts')
      .set({ balance_paise: balance })
      .where('id', '=', walletOf(buyerId))
      .execute()
  }
  await tx
    .insertInto('purchases')
    .values(
      movements.flatMap(({ id, at, buyer, amountPaise, sale }) =>
        sale
          ? {
              id: uuidv7({ msecs: at.getTime() }),
              lead_id: sale.lead.id,
              user_id: buyer.id,
              cost_paise: amountPaise,
              paid_with: 'wallet' as const,
              entry_id: id,
              created_at: at,
            }
          : [],
      ),
    )
    .execute()
}

/** What happens on one wallet, in order of time: never below zero. */
function movementsOf(buyer: Buyer, sales: readonly Sale[]): Movement[] {
  const own = sales.filter((sale) => sale.buyer === buyer)
  own.sort((a, b) => a.at.getTime() - b.at.getTime())
  const movements: Movement[] = []
  let balance = 0
  const move = (at: Date, amountPaise: number, sale?: Sale) => {
    balance += sale ? -amountPaise : amountPaise
    movements.push({ id: uuidv7({ msecs: at.getTime() }), at, buyer, amountPaise, sale })
  }
  for (const sale of own) {
    if (balance < sale.pricePaise) {
      move(new Date(sale.at.getTime() - hourMs / 2), buyer.paysInPaise)
    }
    move(sale.at, sale.pricePaise, sale)
  }
  const missing = (buyer.endsWithPaise ?? balance) - balance
  if (missing < 0) throw new Error('the demo pays in more than the wallet is to hold')
  // In time order too: the last movement is the one that fills the wallet up.
  const last = movements.at(-1)?.at ?? buyer.joinedAt
  if (missing > 0) move(new Date(last.getTime() + 60_000), missing)
  return movements
}

function posting(
  entryId: string,
  accountId: string,
  amountPaise: number,
  balanceAfterPaise: number | null,
) {
  return {
    entry_id: entryId,
    account_id: accountId,
    amount_paise: amountPaise,
    balance_after_paise: balanceAfterPaise,
  }
}

/** LD-numbers, which the database gives out. */
async function leadLabels(tx: Transaction): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('leads').select(['id', 'number']).execute()
  return new Map(rows.map(({ id, number }) => [id, leadLabel(number)]))
}
