import type { PlanFields } from '@raahi/contract/plans'
import { assignPlan } from '../features/plans/assign-plan.ts'
import { createPlan } from '../features/plans/create-plan.ts'
import { type Buyer, findBuyer } from './demo-agents.ts'
import { completeRefund, payOnline } from './demo-payments.ts'
import { type DemoEvent, type DemoWorld, dayMs, hourMs, minuteMs } from './demo-world.ts'

function plan(
  planId: string,
  [planName, planType, description]: readonly [string, PlanFields['planType'], string],
  [price, numberOfLeads, validity]: readonly [number, number, number],
): PlanFields {
  return { planId, planName, planType, description, price, numberOfLeads, validity }
}

/** A lead of a plan costs less than a lead paid from the wallet. */
const catalogue: readonly PlanFields[] = [
  plan(
    'DOM-10',
    ['Desh Starter', 'domestic', '10 domestic leads in a month. For agents just starting out.'],
    [449_00, 10, 30],
  ),
  plan(
    'DOM-40',
    [
      'Desh Growth',
      'domestic',
      '40 domestic leads over two months. For teams that sell India every day.',
    ],
    [1599_00, 40, 60],
  ),
  plan(
    'INT-10',
    ['Videsh Starter', 'international', '10 international leads in a month.'],
    [349_00, 10, 30],
  ),
  plan(
    'INT-30',
    [
      'Videsh Growth',
      'international',
      '30 international leads over two months: Bali, Dubai, Singapore and beyond.',
    ],
    [949_00, 30, 60],
  ),
  plan(
    'ALL-25',
    ['Sampoorna Monthly', 'both', '25 leads a month, domestic or international.'],
    [999_50, 25, 30],
  ),
  plan(
    'ALL-300',
    [
      'Sampoorna Annual',
      'both',
      '300 leads over a year, domestic or international. For busy agencies.',
    ],
    [9999_00, 300, 365],
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

/**
 * An admin creates the plans, and agents buy them: the plans with an even index online, the others in cash. The first
 * one is paid twice, and the second payment is refunded a day later. Two orders remain unpaid.
 */
export function planEvents(
  world: DemoWorld,
  { start, now, buyers }: { start: Date; now: Date; buyers: readonly Buyer[] },
): DemoEvent[] {
  const planIds = new Map<string, string>()
  const before = (durationMs: number) => new Date(now.getTime() - durationMs)
  const creations = catalogue.map((fields) => ({
    at: start,
    run: async () =>
      planIds.set(fields.planId, (await createPlan(world.database, world.admin, fields))._id),
  }))
  const sales = bought.map(([agent, plan, daysAgo], index) => ({
    at: before(daysAgo * dayMs - index * 13 * minuteMs),
    run: async () => {
      const sale = { userId: findBuyer(buyers, agent).id, planId: planIds.get(plan) ?? '' }
      if (index % 2 === 0) await payOnline(world, sale.userId, sale, attemptsOf(index))
      else {
        const terms = { expectedPricePaise: undefined, idempotency: null }
        await assignPlan(world, world.admin, { ...sale, ...terms })
      }
      if (index === 0) refundJob = world.lastJob()
    },
  }))
  let refundJob: object | undefined
  const firstSoldAt = sales[0]?.at ?? now
  const refund = {
    at: new Date(firstSoldAt.getTime() + 26 * hourMs),
    run: () => completeRefund(world, refundJob),
  }
  const unpaid = [
    {
      at: before(19 * dayMs),
      run: () =>
        payOnline(world, findBuyer(buyers, 'agent').id, { planId: planIds.get('ALL-25') ?? '' }, [
          'failed',
        ]),
    },
    {
      at: before(3 * hourMs),
      run: () =>
        payOnline(world, findBuyer(buyers, 'meera').id, { amountPaise: 500_00 }, ['failed']),
    },
  ]
  return [...creations, ...sales, refund, ...unpaid]
}

function attemptsOf(index: number): readonly ('captured' | 'failed')[] {
  if (index === 0) return ['captured', 'captured']
  return index % 4 === 0 ? ['failed', 'captured'] : ['captured']
}
