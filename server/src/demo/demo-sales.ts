import type { LeadType } from '@raahi/contract/leads'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { buyLead } from '../features/purchases/public/buy-lead.ts'
import { findUser } from '../features/users/public/users.queries.ts'
import { rechargeWallet } from '../features/wallets/recharge-wallet.ts'
import type { Buyer } from './demo-agents.ts'
import type { DemoLead } from './demo-leads.ts'
import { demoAgentLogin } from './demo-logins.ts'
import { payOnline } from './demo-payments.ts'
import { actorWith, type DemoEvent, type DemoWorld, dayMs, hourMs, minuteMs } from './demo-world.ts'
import type { Random } from './random.ts'

export type Prices = Record<LeadType, number>

/** A purchase of the demo. */
export interface Sale {
  buyer: Buyer
  lead: DemoLead
  at: Date
}

/** Plans which leads each buyer buys, some hours or days after they were created. */
export function planSales(
  random: Random,
  now: Date,
  { buyers, leads }: { buyers: readonly Buyer[]; leads: readonly DemoLead[] },
): Sale[] {
  const free = random.shuffled(leads)
  const sales: Sale[] = []
  for (const buyer of buyers) {
    for (const [index, leadType] of (['domestic', 'international'] as const).entries()) {
      for (let bought = 0; bought < (buyer.buys[index] ?? 0); bought += 1) {
        const found = free.findIndex(
          ({ fields, createdAt }) =>
            fields.leadType === leadType &&
            createdAt.getTime() > buyer.joinedAt.getTime() + dayMs &&
            createdAt.getTime() < now.getTime() - 8 * hourMs,
        )
        const [lead] = found === -1 ? [] : free.splice(found, 1)
        if (!lead) throw new Error('the demo has too few leads for its buyers')
        const longest = Math.min(4 * dayMs, now.getTime() - hourMs - lead.createdAt.getTime())
        lead.soldAt = new Date(
          lead.createdAt.getTime() + hourMs + random.next() * (longest - hourMs),
        )
        sales.push({ buyer, lead, at: lead.soldAt })
      }
    }
  }
  return sales
}

/**
 * Plans purchases of leads of the last weeks that are still for sale, because the published figures of returns need a
 * minimum number. The agent whose login is printed and the other leads are not changed.
 */
export function planRecentSales(
  random: Random,
  now: Date,
  { buyers, leads, count }: { buyers: readonly Buyer[]; leads: readonly DemoLead[]; count: number },
): Sale[] {
  const sales: Sale[] = []
  for (const lead of random.shuffled(leads)) {
    if (sales.length === count) break
    const { createdAt, fields, soldAt, deletedAt } = lead
    const ageMs = now.getTime() - createdAt.getTime()
    const isRecent = ageMs > 5 * dayMs && ageMs < 75 * dayMs
    // The few leads with a budget stay for sale.
    if (soldAt || deletedAt || !isRecent || !fields.travelDate || fields.budgetPerPerson) continue
    const at = new Date(createdAt.getTime() + hourMs + random.next() * 4 * dayMs)
    const isAhead = fields.travelDate > dayInIndia(now)
    const latest = dayInIndia(new Date(at.getTime() + 149 * dayMs))
    // An agent who never recharges buys nothing.
    const known = buyers.filter(
      ({ email, isSuspended, joinedAt, rechargeRupees }) =>
        email !== demoAgentLogin.email &&
        !isSuspended &&
        rechargeRupees > 0 &&
        joinedAt.getTime() < createdAt.getTime() - dayMs,
    )
    if (!isAhead || fields.travelDate > latest || known.length === 0) continue
    lead.soldAt = at
    sales.push({ buyer: random.pick(known), lead, at })
  }
  return sales
}

/** The agents buy leads. Before that they recharge wallets that hold less than the price. */
export function saleEvents(
  world: DemoWorld,
  now: Date,
  { sales, prices, buyers }: { sales: readonly Sale[]; prices: Prices; buyers: readonly Buyer[] },
): DemoEvent[] {
  const recharge = createRecharges(world)
  const purchases = sales.map(({ buyer, lead, at }) => ({
    at,
    run: async () => {
      if ((await balanceOf(world, buyer)) < prices[lead.fields.leadType]) {
        await recharge(buyer, buyer.rechargeRupees * 100)
      }
      await buy(world, buyer, lead)
    },
  }))
  const lastRecharges = buyers.flatMap((buyer) => {
    const { finalBalanceRupees } = buyer
    if (finalBalanceRupees === undefined) return []
    const run = async () => {
      const missing = finalBalanceRupees * 100 - (await balanceOf(world, buyer))
      if (missing > 0) await rechargeByAdmin(world, buyer, missing)
    }
    return [{ at: new Date(now.getTime() - 20 * minuteMs), run }]
  })
  return [...purchases, ...lastRecharges]
}

function buy({ database }: DemoWorld, buyer: Buyer, lead: DemoLead) {
  // The demo mails no one.
  const deps = { database, queuePurchaseMails: async () => {} }
  return buyLead(deps, {
    ...actorWith(buyer.id),
    userId: buyer.id,
    leadId: lead.id,
    expectedCostPaise: undefined,
    payWith: undefined,
    idempotency: null,
  })
}

async function balanceOf({ database }: DemoWorld, buyer: Buyer): Promise<number> {
  return (await findUser(database.kysely, buyer.id))?.wallet_paise ?? 0
}

/** Every second recharge is paid online. The first attempt of every second online payment fails. */
function createRecharges(world: DemoWorld) {
  let count = 0
  return async (buyer: Buyer, amountPaise: number): Promise<void> => {
    count += 1
    if (count % 2 === 1) await rechargeByAdmin(world, buyer, amountPaise)
    else {
      const attempts = count % 4 === 0 ? (['failed', 'captured'] as const) : (['captured'] as const)
      await payOnline(world, buyer.id, { amountPaise }, attempts)
    }
    world.clock.advanceBy(minuteMs)
  }
}

function rechargeByAdmin(world: DemoWorld, { id }: Buyer, amountPaise: number) {
  const caller = { role: 'admin', rights: ['money'] } as const
  return rechargeWallet(
    world,
    { caller, actor: world.admin },
    {
      userId: id,
      amountPaise,
      reference: undefined,
      note: undefined,
      idempotency: null,
    },
  )
}
