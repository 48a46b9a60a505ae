import { approveLeadReplacement } from '@raahi/contract/replacements'
import { getSiteFigures } from '@raahi/contract/site-figures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePurchase, makeRequest } from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createSiteFigures } from './read-site-figures.ts'

let app: TestApp
afterAll(() => app.close())
let made: Awaited<ReturnType<typeof createMarketplace>>
beforeAll(async () => {
  made = await createMarketplace({ walletPaise: 1_000_000 })
  app = made.app
})

it('counts travellers whose trip was bought and not returned, and their destinations, for ten minutes', async () => {
  let nowMs = 0
  const read = createSiteFigures(app.database, () => nowMs)
  for (const destination of ['Goa', 'goa', 'Munnar']) {
    await makePurchase(app.database, made.agent.id, { destination })
  }
  expect(await read()).toEqual({ customers: 3, destinations: 2 })
  expect((await app.call(getSiteFigures)).data).toEqual({ customers: 3, destinations: 2 })
  const returned = await makePurchase(app.database, made.agent.id, { destination: 'Leh' })
  const requestId = await makeRequest(app.database, made.agent.id, returned)
  await app.as(made.admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
  await makePurchase(app.database, made.agent.id, { destination: 'Ooty' })
  expect(await read()).toEqual({ customers: 3, destinations: 2 })
  nowMs += 10 * 60_000
  expect(await read()).toEqual({ customers: 4, destinations: 3 })
})

it('counts a traveller with two trips once, and no lead without a phone', async () => {
  const before = await createSiteFigures(app.database)()
  const phone = '+919812300007'
  for (const lead of [{ phone }, { phone }, { phone: '' }]) {
    await makePurchase(app.database, made.agent.id, { ...lead, destination: 'Goa' })
  }
  expect(await createSiteFigures(app.database)()).toEqual({
    ...before,
    customers: before.customers + 1,
  })
})
