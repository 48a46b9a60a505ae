import { getDashboard } from '@raahi/contract/dashboard'
import { deleteLead, updateLead } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MadeUser, makeAdmin, makeAgent, makeLeads } from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
afterAll(() => app.close())

const read = async () => (await app.as(admin).call(getDashboard)).data

it('an empty marketplace has only users', async () => {
  expect(await read()).toEqual({
    totalLeads: 0,
    totalInternational: 0,
    totalDomestic: 0,
    totalUser: 1,
    totalAvailableLeads: 0,
    totalSoldLeads: 0,
    topDestinations: [],
  })
})

it('every figure is exact after each sale and deletion', async () => {
  const homes = await makeLeads(app.db, 6, { destination: 'Goa' })
  const abroad = await makeLeads(app.db, 4, { lead_type: 'international', destination: 'Bali' })
  const figures = {
    totalLeads: 10,
    totalInternational: 4,
    totalDomestic: 6,
    totalUser: 1,
    totalAvailableLeads: 10,
    totalSoldLeads: 0,
  }
  const [bought = '', marked = '', deletedForSale = ''] = homes
  const [deletedSold = ''] = abroad
  const steps: [() => Promise<{ status: number }>, Partial<typeof figures>][] = [
    [
      () => app.as(agent).call(buyLead, { body: { leadId: bought } }),
      { totalAvailableLeads: 9, totalSoldLeads: 1 },
    ],
    [
      () => app.as(admin).call(updateLead, { params: { id: marked }, body: { satatus: 'sold' } }),
      { totalAvailableLeads: 8, totalSoldLeads: 2 },
    ],
    [
      () => app.as(admin).call(deleteLead, { params: { id: deletedForSale } }),
      { totalLeads: 9, totalDomestic: 5, totalAvailableLeads: 7 },
    ],
    [
      () => app.as(agent).call(buyLead, { body: { leadId: deletedSold } }),
      { totalAvailableLeads: 6, totalSoldLeads: 3 },
    ],
    [
      () => app.as(admin).call(deleteLead, { params: { id: deletedSold } }),
      { totalLeads: 8, totalInternational: 3, totalSoldLeads: 2 },
    ],
  ]
  expect(await read()).toMatchObject(figures)
  for (const [step, change] of steps) {
    expect((await step()).status).toBe(200)
    Object.assign(figures, change)
    expect(await read()).toMatchObject(figures)
  }
})

it('agents count, including suspended ones; admins do not', async () => {
  const before = (await read()).totalUser
  await makeAgent(app.db)
  await makeAgent(app.db, { status: 'suspended' })
  await makeAdmin(app.db)
  expect((await read()).totalUser).toBe(before + 2)
})

it('the four most requested destinations are listed, regardless of case and without deleted leads', async () => {
  await makeLeads(app.db, 3, { destination: 'goa' })
  await makeLeads(app.db, 7, { destination: 'Kerala' })
  await makeLeads(app.db, 2, { destination: 'Manali' })
  await makeLeads(app.db, 1, { destination: 'Jaipur' })
  const [gone = '', moved = ''] = await makeLeads(app.db, 2, { destination: 'KERALA' })
  await app.as(admin).call(deleteLead, { params: { id: gone } })
  await app.db.updateTable('leads').set({ destination: 'GOA' }).where('id', '=', moved).execute()
  const top = async () =>
    (await read()).topDestinations.map(({ destination, leads }) => [
      destination.toLowerCase(),
      leads,
    ])
  const expected = [
    ['goa', 9],
    ['kerala', 7],
    ['bali', 3],
    ['manali', 2],
  ]
  expect(await top()).toEqual(expected)
  expect((await read()).topDestinations.map(({ destination }) => destination)).not.toContain(
    'KERALA',
  )
})
