import { savedSearchForm } from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import { pauseRules } from '../features/automatic-buying/public/rules.queries.ts'
import { storeRule } from '../features/automatic-buying/set-rule.ts'
import { createSavedSearch } from '../features/saved-searches/public/save-search.ts'
import type { Database } from '../platform/database/connect.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import { demoAgentLogin } from './demo-logins.ts'

const searches = [
  {
    name: 'Families to Goa and Kerala',
    destinations: 'Goa,Kerala',
    tripType: 'Family',
    mailAlerts: 'at-once',
  },
  {
    name: 'International couples',
    leadType: 'international',
    tripType: 'Couples',
    mailAlerts: 'daily',
  },
  { name: 'From Jaipur, phone verified', cities: 'Jaipur', verified: 'phone' },
  { name: 'Himalaya', destinations: 'Ladakh,Manali,Shimla,Spiti', isPaused: true },
]

/** The limits of the rule of automatic buying. The rule is paused, so that the demo spends no money by itself. */
const limits = { dailyAmount: 500_00, dailyLeads: 5, maxPrice: 60_00, walletFloor: 1000_00 }
const ruleDays = 30
const searchWithRule = 'International couples'

/**
 * The agent whose login is printed saves some searches, one with a rule of automatic buying that it has paused. A new lead to Goa
 * for a family sends it a mail.
 */
export async function saveDemoSearches(database: Database): Promise<void> {
  const { id } = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoAgentLogin.email)
    .executeTakeFirstOrThrow()
  for (const search of searches) {
    const { _id } = await createSavedSearch(database, id, savedSearchForm.parse(search))
    if (search.name === searchWithRule) await addPausedRule(database, id, _id)
  }
}

async function addPausedRule(database: Database, userId: string, searchId: string): Promise<void> {
  await withTransaction(database, async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select (today_in_india() + ${ruleDays}::integer)::text as day`.execute(tx)
    const form = { ...limits, endsOn: rows[0]?.day ?? '' }
    await storeRule(tx, { userId, searchId, isOn: false }, form)
    await pauseRules(tx, { userId, searchId }, 'agent')
  })
}
