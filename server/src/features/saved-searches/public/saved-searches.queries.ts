import { rupeesFromPaise } from '@raahi/contract/money'
import { placesOf } from '@raahi/contract/place-lists'
import { placeTextsOf } from '@raahi/contract/places'
import {
  maxNewMatches,
  type SavedSearch,
  type SavedSearchFields,
} from '@raahi/contract/saved-searches'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { isForSaleSql } from '../../leads/public/leads.queries.ts'

const columns = [
  'id',
  'user_id',
  'name',
  'lead_type',
  'trip_type',
  'destination',
  'destinations',
  'city',
  'cities',
  'travel_from',
  'travel_to',
  'verified',
  'max_price_paise',
  'paused_at',
  'mail_alerts',
  'push_alerts',
  'created_at',
] as const

export type SavedSearchRow = Pick<Selectable<Schema['saved_searches']>, (typeof columns)[number]>

/**
 * The count of new matches reads only this number of the newest matches, because most older matches of a broad search
 * are sold.
 */
export const maxCountedMatches = 500

/**
 * An agent's searches by name, each with the number of its new matches that are still for sale, at most
 * `maxNewMatches`. The newest matches have the largest lead ids, because ids of leads are in the order of their
 * creation.
 */
export async function findSavedSearches(
  db: Kysely<Schema>,
  userId: string,
  id?: string,
): Promise<(SavedSearchRow & { new_matches: number })[]> {
  const searches = db
    .selectFrom('saved_searches as s')
    .select(columns)
    .select(
      sql<number>`(select count(*)::integer from (
        select from (select * from saved_search_matches where search_id = s.id
          order by lead_id desc limit ${maxCountedMatches}) m
        join leads l on l.id = m.lead_id
        where m.matched_at > s.seen_at and ${isForSaleSql} limit ${maxNewMatches}) counted)`.as(
        'new_matches',
      ),
    )
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
  return (id === undefined ? searches : searches.where('id', '=', id)).execute()
}

/** Locks and reads a search of this agent. */
export async function lockSavedSearch(
  tx: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<SavedSearchRow | undefined> {
  return tx
    .selectFrom('saved_searches')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Converts the filters of a form to columns. */
export function toFilterColumns(form: SavedSearchFields) {
  return {
    lead_type: form.leadType ?? null,
    trip_type: form.tripType ?? null,
    destination: form.destination ?? null,
    destinations: placesOf(form.destinations ?? ''),
    city: form.city ?? null,
    cities: placesOf(form.cities ?? ''),
    travel_from: form.travelFrom ?? null,
    travel_to: form.travelTo ?? null,
    verified: form.verified ?? null,
    max_price_paise: form.maxPrice ?? null,
  }
}

/** What the places of a search are compared with. */
export function placeTextsOfFilters(
  filters: Pick<SavedSearchRow, 'destination' | 'destinations' | 'city' | 'cities'>,
) {
  return {
    destination_texts: placeTextsOf(filters.destination ?? ''),
    destinations_texts: filters.destinations.flatMap(placeTextsOf),
    city_texts: placeTextsOf(filters.city ?? ''),
    cities_texts: filters.cities.flatMap(placeTextsOf),
  }
}

export function toSavedSearch(row: SavedSearchRow & { new_matches: number }): SavedSearch {
  return {
    _id: row.id,
    name: row.name,
    filters: {
      ...(row.lead_type && { leadType: row.lead_type }),
      ...(row.trip_type && { tripType: row.trip_type }),
      ...(row.destination && { destination: row.destination }),
      ...(row.destinations.length > 0 && { destinations: row.destinations.join(',') }),
      ...(row.city && { city: row.city }),
      ...(row.cities.length > 0 && { cities: row.cities.join(',') }),
      ...(row.travel_from && { travelFrom: row.travel_from }),
      ...(row.travel_to && { travelTo: row.travel_to }),
      ...(row.verified && { verified: row.verified }),
    },
    maxPrice: row.max_price_paise === null ? null : rupeesFromPaise(row.max_price_paise),
    isPaused: row.paused_at !== null,
    mailAlerts: row.mail_alerts,
    pushAlerts: row.push_alerts,
    newMatches: row.new_matches,
    createdAt: row.created_at.toISOString(),
  }
}
