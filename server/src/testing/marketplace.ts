import { giveMoney, type MadeUser, makeAdmin, makeAgent } from './factories.ts'
import { setDayInIndia } from './india-clock.ts'
import { setLeadPrice } from './insert-records.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export interface Marketplace {
  app: TestApp
  admin: MadeUser
  agent: MadeUser
}

/**
 * Creates the app with an admin and an agent who can buy leads.
 * @param walletPaise money of the agent
 * @param pricePaise price of each lead; null: leads have no price
 * @param today day in India, YYYY-MM-DD; the real one by default
 */
export async function createMarketplace({
  walletPaise = 100_000_00,
  pricePaise = 50_00,
  today,
}: {
  walletPaise?: number
  pricePaise?: number | null
  today?: string
} = {}): Promise<Marketplace> {
  const app = await createTestApp()
  if (today) await setDayInIndia(app.database, today)
  const admin = await makeAdmin(app.db)
  const agent = await makeAgent(app.db)
  if (walletPaise > 0) await giveMoney(app.database, agent.id, walletPaise)
  if (pricePaise !== null) await setLeadPrice(app.db, 'both', pricePaise)
  return { app, admin, agent }
}
