import { expect, it } from 'vitest'
import { planBuyers } from './demo-agents.ts'
import { addWishes, closeSomeLeads, inventLeads, postponeTrips } from './demo-leads.ts'
import { planRecentSales, planSales } from './demo-sales.ts'
import { dayMs, hourMs } from './demo-world.ts'
import { seededRandom } from './random.ts'

it('plans purchases only for agents who recharge, whenever the demo starts', () => {
  const start = Date.parse('2026-11-23T00:00:00Z')
  for (let at = start; at < start + dayMs; at += 3 * hourMs) {
    const now = new Date(at)
    const random = seededRandom(20_260)
    const buyers = planBuyers(now)
    const leads = inventLeads(random, now, 264)
    const sales = planSales(random, now, { buyers, leads })
    closeSomeLeads(random, now, leads)
    postponeTrips(seededRandom(20_261), now, leads)
    addWishes(seededRandom(20_262), now, leads)
    const recent = planRecentSales(seededRandom(20_263), now, { buyers, leads, count: 14 })
    expect(recent.length, now.toISOString()).toBe(14)
    const poor = [...sales, ...recent].filter(({ buyer }) => buyer.rechargeRupees === 0)
    expect(poor, now.toISOString()).toEqual([])
  }
})
