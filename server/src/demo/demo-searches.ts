import { savedSearchForm } from '@raahi/contract/saved-searches'
import { createSavedSearch } from '../features/saved-searches/save-search.ts'
import type { Database } from '../platform/database/connect.ts'
import { DEMO_AGENT } from './demo-logins.ts'

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

/** The agent whose login is printed saves some searches. A new lead to Goa for a family sends it a mail. */
export async function saveDemoSearches(database: Database): Promise<void> {
  const { id } = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', DEMO_AGENT.email)
    .executeTakeFirstOrThrow()
  for (const search of searches) {
    await createSavedSearch(database, id, savedSearchForm.parse(search))
  }
}
