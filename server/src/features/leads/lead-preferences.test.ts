import { getLeadPreferences, setLeadPreferences } from '@raahi/contract/lead-preferences'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { giveMoney, makeAgent, makePurchase } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'both', 50_00)
})
afterAll(() => app.close())

/** Makes an agent who has bought a lead for each of these destinations, all from Pune. */
async function makeBuyer(destinations: string[]) {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1000_00)
  for (const destination of destinations) {
    await makePurchase(app.database, agent.id, { destination, city: 'Pune' })
  }
  return agent
}

it('learns the places of an agent from its purchases, the most frequent first', async () => {
  const agent = await makeBuyer(['Goa', 'Kerala', 'goa', 'Goa', 'Manali, Kullu'])
  await makeBuyer(['Bali', 'Bali'])
  const { data } = await app.as(agent).call(getLeadPreferences)
  expect(data).toEqual({
    destinations: ['Goa', 'Kerala'],
    cities: ['Pune'],
    destinationsLearned: true,
    citiesLearned: true,
    quickFilters: ['available'],
    purchaseLayout: 'list',
    hidesFirstSteps: false,
  })
})

it('keeps each choice of an agent separately, until its places are learned again', async () => {
  const agent = await makeBuyer(['Goa'])
  const set = async (body: z.input<typeof setLeadPreferences.body>) =>
    (await app.as(agent).call(setLeadPreferences, { body })).data
  await set({ quickFilters: ['available', 'myDestinations', 'available'] })
  const chosen = await set({ destinations: ['Ladakh', ' Spiti ', 'ladakh'] })
  expect(chosen).toEqual({
    destinations: ['Ladakh', 'Spiti'],
    cities: ['Pune'],
    destinationsLearned: false,
    citiesLearned: true,
    quickFilters: ['available', 'myDestinations'],
    purchaseLayout: 'list',
    hidesFirstSteps: false,
  })
  expect(await set({ purchaseLayout: 'cards' })).toMatchObject({
    purchaseLayout: 'cards',
    destinations: ['Ladakh', 'Spiti'],
  })
  expect(await set({ hidesFirstSteps: true })).toMatchObject({
    hidesFirstSteps: true,
    purchaseLayout: 'cards',
  })
  expect(await set({ destinations: [] }), 'none is a choice too').toMatchObject({
    destinations: [],
  })
  expect(await set({ destinations: null })).toMatchObject({ destinations: ['Goa'] })
  expect((await set({ quickFilters: [] })).quickFilters).toEqual([])
  const other = await makeBuyer([])
  expect((await app.as(other).call(getLeadPreferences)).data.quickFilters).toEqual(['available'])
})

it('rejects places that a list of places cannot contain, too many of them, and an unknown layout', async () => {
  const agent = await makeAgent(app.db)
  for (const destinations of [['Goa, Kerala'], [''], Array(13).fill('Goa'), ['x'.repeat(41)]]) {
    const { status } = await app.as(agent).call(setLeadPreferences, { body: { destinations } })
    expect(status).toBe(400)
  }
  const layout = { purchaseLayout: 'table' as 'list' }
  expect((await app.as(agent).call(setLeadPreferences, { body: layout })).status).toBe(400)
})
