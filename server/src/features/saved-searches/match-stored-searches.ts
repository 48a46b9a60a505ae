import type { Database } from '../../platform/database/connect.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import { placeTextsOfFilters } from './saved-searches.queries.ts'

const maxSearches = 500

export function matchStoredSearchesTask(database: Database): BackgroundTask {
  return {
    name: 'match-stored-searches',
    everyMs: 24 * 3_600_000,
    firstAfterMs: 5000,
    runsIn: 'one process',
    run: () => matchStoredSearches(database),
  }
}

/** Computes what the places of a search are compared with, for searches that were stored without it. */
export async function matchStoredSearches({ kysely }: Database): Promise<void> {
  for (;;) {
    const searches = await kysely
      .selectFrom('saved_searches')
      .select(['id', 'destination', 'destinations', 'city', 'cities'])
      .where('destination_texts', 'is', null)
      .limit(maxSearches)
      .execute()
    if (searches.length === 0) return
    for (const { id, ...filters } of searches) {
      await kysely
        .updateTable('saved_searches')
        .set(placeTextsOfFilters(filters))
        .where('id', '=', id)
        // The agent may have changed the search since it was read.
        .where('destination_texts', 'is', null)
        .execute()
    }
  }
}
