import {
  maxSavedSearches,
  type SavedSearch,
  type SavedSearchFields,
} from '@raahi/contract/saved-searches'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/connect.ts'
import { sqlState } from '../../../platform/database/errors.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { findOwnerOf } from '../../users/public/users.queries.ts'
import { dropAlerts, replanAlerts } from './lead-alerts.queries.ts'
import {
  findSavedSearches,
  lockSavedSearch,
  placeTextsOfFilters,
  toFilterColumns,
  toSavedSearch,
} from './saved-searches.queries.ts'

const now = sql<Date>`clock_timestamp()`

/**
 * Saves a search of an agent.
 * @throws ApiFailure SAVED_SEARCH_LIMIT, SAVED_SEARCH_NAME_TAKEN, EMAIL_NOT_CONFIRMED
 */
export async function createSavedSearch(
  database: Database,
  userId: string,
  form: SavedSearchFields,
): Promise<SavedSearch> {
  return withTransaction(database, async (tx) => {
    // Serialises concurrent requests of one agent, so that each counts the searches that earlier ones added.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await rejectAlertsTo(tx, userId, form)
    const { n } = await tx
      .selectFrom('saved_searches')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (n >= maxSavedSearches) throw new ApiFailure('SAVED_SEARCH_LIMIT')
    const id = uuidv7()
    const filters = toFilterColumns(form)
    await rejectTakenName(() =>
      tx
        .insertInto('saved_searches')
        .values({
          id,
          user_id: userId,
          name: form.name,
          ...filters,
          ...placeTextsOfFilters(filters),
          paused_at: form.isPaused ? now : null,
          mail_alerts: form.mailAlerts,
          push_alerts: form.pushAlerts,
        })
        .execute(),
    )
    return readSavedSearch(tx, userId, id)
  })
}

/** The rule of automatic buying that a search may have. */
export interface RuleOfSearch {
  /** Waits for a running purchase of the rule. */
  lock(tx: Transaction, searchId: string): Promise<unknown>
  /** Pauses the rule because the filters have changed, or because another member than the owner resumed the search. */
  pause(
    tx: Transaction,
    search: { userId: string; searchId: string },
    by: 'filters' | 'agent',
  ): Promise<unknown>
}

/**
 * Changes a search of an agent. If the filters change or a pause ends, only leads that are put on sale from now on
 * match. If the filters change, waiting alerts are deleted, the count of new matches is reset and automatic buying is
 * paused. It is paused too if a pause ends by another member than the owner, who alone switches it on.
 * @throws ApiFailure SAVED_SEARCH_NOT_FOUND, SAVED_SEARCH_NAME_TAKEN, EMAIL_NOT_CONFIRMED
 */
export async function updateSavedSearch(
  { database, ruleOfSearch }: { database: Database; ruleOfSearch: RuleOfSearch },
  { id, userId, isOwner }: { id: string; userId: string; isOwner: boolean },
  form: SavedSearchFields,
): Promise<SavedSearch> {
  return withTransaction(database, async (tx) => {
    const before = await lockSavedSearch(tx, { id, userId })
    if (!before) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
    if (before.mail_alerts === 'off') await rejectAlertsTo(tx, userId, form)
    const filters = toFilterColumns(form)
    const isChanged = Object.entries(filters).some(
      ([column, value]) => String(value) !== String(before[column as keyof typeof filters]),
    )
    const isResumed = before.paused_at !== null && !form.isPaused
    // Waits for a running purchase of the rule. A later purchase reads the changed search.
    await ruleOfSearch.lock(tx, id)
    const search = { userId, searchId: id }
    if (isChanged) await ruleOfSearch.pause(tx, search, 'filters')
    else if (isResumed && !isOwner) await ruleOfSearch.pause(tx, search, 'agent')
    await rejectTakenName(() =>
      tx
        .updateTable('saved_searches')
        .set({
          name: form.name,
          ...filters,
          ...placeTextsOfFilters(filters),
          paused_at: form.isPaused ? (before.paused_at ?? now) : null,
          mail_alerts: form.mailAlerts,
          push_alerts: form.pushAlerts,
          updated_at: now,
          ...((isChanged || isResumed) && { matches_from: now }),
          ...(isChanged && { seen_at: now }),
        })
        .where('id', '=', id)
        .execute(),
    )
    // The waiting alerts were found with the old filters.
    if (isChanged) await dropAlerts(tx, id)
    else await replanAlerts(tx, { searchId: id })
    return readSavedSearch(tx, userId, id)
  })
}

/** @throws ApiFailure SAVED_SEARCH_NOT_FOUND */
export async function deleteSavedSearch(
  database: Database,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await withTransaction(database, async (tx) => {
    if (!(await lockSavedSearch(tx, { id, userId }))) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
    await tx.deleteFrom('saved_searches').where('id', '=', id).execute()
    await tx.deleteFrom('saved_search_matches').where('search_id', '=', id).execute()
    await dropAlerts(tx, id)
  })
}

/**
 * Marks all present matches as seen.
 * @throws ApiFailure SAVED_SEARCH_NOT_FOUND
 */
export async function markSavedSearchSeen(
  database: Database,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { numUpdatedRows } = await database.kysely
    .updateTable('saved_searches')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
}

/** @throws ApiFailure SAVED_SEARCH_NOT_FOUND */
export async function readSavedSearch(
  db: Kysely<Schema>,
  userId: string,
  id: string,
): Promise<SavedSearch> {
  const [row] = await findSavedSearches(db, userId, id)
  if (!row) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
  return toSavedSearch(row)
}

/** Rejects mail alerts to an unconfirmed address of the owner, because it may belong to another person. */
async function rejectAlertsTo(
  tx: Transaction,
  userId: string,
  { mailAlerts }: SavedSearchFields,
): Promise<void> {
  if (mailAlerts === 'off') return
  const { emailConfirmedAt } = await findOwnerOf(tx, userId)
  if (emailConfirmedAt === null) throw new ApiFailure('EMAIL_NOT_CONFIRMED')
}

/** Runs a write of a search and converts a violation of the unique index of names into SAVED_SEARCH_NAME_TAKEN. */
async function rejectTakenName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (sqlState(error) === '23505') throw new ApiFailure('SAVED_SEARCH_NAME_TAKEN')
    throw error
  }
}
