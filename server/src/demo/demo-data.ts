import { sql } from 'kysely'
import type { Config } from '../config/index.ts'
import { createAdmin } from '../features/auth/create-admin.ts'
import { setLeadCost } from '../features/lead-costs/set-lead-cost.ts'
import { markExpiredLeads } from '../features/leads/mark-expired-leads.ts'
import { markDemoRecords } from '../features/trial/public/demo-records.ts'
import type { Database } from '../platform/database/connect.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import type { FileArea, FileStore } from '../platform/files/file-store.ts'
import { agentEvents, planBuyers } from './demo-agents.ts'
import { enquiryEvents, leadEvents, messageEvents } from './demo-enquiries.ts'
import { addWishes, closeSomeLeads, inventLeads, postponeTrips } from './demo-leads.ts'
import { demoAdminLogin } from './demo-logins.ts'
import { checkOrders } from './demo-payments.ts'
import { pipelineEvents } from './demo-pipeline.ts'
import { planEvents } from './demo-plans.ts'
import { makeDemoQuotes } from './demo-quotes.ts'
import { recentReplacementEvents, replacementEvents } from './demo-replacements.ts'
import { type Prices, planRecentSales, planSales, saleEvents } from './demo-sales.ts'
import { saveDemoSearches } from './demo-searches.ts'
import { sourceEvents } from './demo-sources.ts'
import { actorWith, createDemoWorld, type DemoEvent, type DemoWorld, dayMs } from './demo-world.ts'
import { withPastClock } from './past-transaction.ts'
import { seededRandom } from './random.ts'

const leadCount = 264
const recentSaleCount = 14
const prices: Prices = { domestic: 50_00, international: 40_00 }
/** The return policy applies to purchases since then, so the demo has purchases with and without it. */
const policyDaysAgo = 60
/** The product was set up this long ago, before the first agent joined. */
const startedDaysAgo = 385

/**
 * Fills an empty product with a year of business, in one transaction: the use cases of the product run one after
 * another, each at its time in the past. The choices are the same in every run; the dates are relative to now.
 */
export async function seedDemoData(
  database: Database,
  files: FileStore,
  config: Config,
): Promise<void> {
  const now = new Date()
  const start = new Date(now.getTime() - startedDaysAgo * dayMs)
  const saved = rememberSaved(files)
  const seeded = withPastClock(database, start, async (database, clock) => {
    await startReturnPolicy(database, new Date(now.getTime() - policyDaysAgo * dayMs))
    const world = createDemoWorld({ database, clock, config, files: saved.files })
    world.admin = actorWith(await findOrCreateAdmin(database))
    for (const type of ['domestic', 'international'] as const) {
      await setLeadCost(database, world.admin, { type, pricePaise: prices[type] })
    }
    for (const event of planEventsOf(world, { start, now })) {
      clock.advanceTo(event.at)
      await event.run()
    }
    clock.advanceTo(now)
    await checkOrders(world)
    await saveDemoSearches(database)
    await makeDemoQuotes(database)
    await markExpiredLeads(database)
    await withTransaction(database, markDemoRecords)
  })
  await seeded.catch(async (error) => {
    await saved.removeAll()
    throw error
  })
}

/** Moves the start of the first version, which is append-only, from the installation into the past. */
async function startReturnPolicy({ kysely }: Database, at: Date): Promise<void> {
  await sql`alter table return_policies disable trigger return_policies_append_only`.execute(kysely)
  await sql`update return_policies set starts_at = ${at} where version = 1`.execute(kysely)
  await sql`alter table return_policies enable trigger return_policies_append_only`.execute(kysely)
}

/** @returns the events in order of time */
function planEventsOf(world: DemoWorld, { start, now }: { start: Date; now: Date }): DemoEvent[] {
  const random = seededRandom(20_260)
  const buyers = planBuyers(now)
  const leads = inventLeads(random, now, leadCount)
  const sales = planSales(random, now, { buyers, leads })
  closeSomeLeads(random, now, leads)
  postponeTrips(seededRandom(20_261), now, leads)
  addWishes(seededRandom(20_262), now, leads)
  const recentSales = planRecentSales(seededRandom(20_263), now, {
    buyers,
    leads,
    count: recentSaleCount,
  })
  const fromLeads = leadEvents(world, now, leads)
  return [
    ...agentEvents(world, now, buyers),
    ...planEvents(world, { start, now, buyers }),
    ...fromLeads.events,
    ...sourceEvents(world, now, fromLeads.sources),
    ...enquiryEvents(world, now),
    ...saleEvents(world, now, { sales: [...sales, ...recentSales], prices, buyers }),
    ...pipelineEvents(world, now, sales),
    ...replacementEvents(world, now, sales),
    ...recentReplacementEvents(world, now, recentSales),
    ...messageEvents(world, now),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** @returns the id of an admin. The demo's admin is created if there is none. */
async function findOrCreateAdmin(database: Database): Promise<string> {
  const admin = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst()
  const created = { name: 'Asha Rao', phone: '+919000000001', ...demoAdminLogin }
  return (admin ?? (await createAdmin(database, created))).id
}

/** A file store whose saved files can be removed, because a failed transaction leaves them unused. */
function rememberSaved(files: FileStore) {
  const saves: { area: FileArea; name: string }[] = []
  return {
    files: {
      ...files,
      save: async (...of: Parameters<FileStore['save']>) => {
        const name = await files.save(...of)
        saves.push({ area: of[0], name })
        return name
      },
    },
    removeAll: async () => {
      for (const { area, name } of saves) await files.remove(area, name)
    },
  }
}
