import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLead, makePlan } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAgentsMarket } from './agents-page.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let nowMs = 0
/** Creates a market without cached HTML. */
const newMarket = () => createAgentsMarket(app.database, app.app.log, () => nowMs)

it('shows a text if no price is set, or no plan or lead is on offer', async () => {
  const html = await newMarket()()
  expect(html).toContain('We are still setting our prices.')
  expect(html).toContain('There is no plan on offer at the moment.')
  expect(html).toContain('No lead to show at this moment.')
})

it('shows the present prices and plans, and of each lead the trip alone', async () => {
  await setLeadPrice(app.db, 'domestic', 15_000)
  await makePlan(app.db, { name: '<b>Starter</b>', price_paise: 50_000, lead_quota: 20 })
  const mark = { name: 'qzname', phone: '+917310000001', email: 'qzcontact@example.com' }
  const trip = { ...mark, city: 'qzcity', travel_date: '2097-12-24', travel_days: 5, adult: 2 }
  const sold = { status: 'sold', sold_cause: 'outside', sold_at: new Date() } as const
  const id = await makeLead(app.db, { ...trip, destination: 'goa' })
  await makeLead(app.db, { ...trip, destination: 'Bali', lead_type: 'international' })
  // A destination that is no listed place, a sold lead, and a lead without a date.
  await makeLead(app.db, { ...trip, destination: 'Goa, call 7310000001' })
  await makeLead(app.db, { ...trip, destination: 'Kerala', ...sold })
  await makeLead(app.db, { ...trip, destination: 'Munnar', travel_date: null, travel_month: 'May' })
  const market = newMarket()
  const html = await market()
  expect(html).toContain('<strong>₹150</strong> for a trip within India')
  expect(html).not.toContain('for a trip abroad')
  expect(html).toContain('<h3>&lt;b&gt;Starter&lt;/b&gt;</h3><p><strong>₹500</strong></p>')
  expect(html).toContain('<h3>Goa</h3><p>December · 5 days · 2 travellers · Family</p>')
  expect(html).toContain('<h3>Munnar</h3><p>May · 5 days')
  expect(html.match(/<h3>(Goa|Munnar|Bali|Kerala)/g)).toEqual(['<h3>Munnar', '<h3>Goa'])
  expect(html).not.toMatch(/qzname|qzcontact|qzcity|7310000001|2097|LD-/)
  expect(html).not.toContain(id)

  // The HTML is cached for a minute.
  await setLeadPrice(app.db, 'domestic', 20_000)
  expect(await market()).toBe(html)
  nowMs += 60_000
  expect(await market()).toContain('₹200')
})

it('shows a text if the database cannot be read', async () => {
  const broken = Object.assign(Object.create(app.database), { kysely: null })
  const html = await createAgentsMarket(broken, app.app.log)()
  expect(html).toContain('We cannot show them right now.')
})
