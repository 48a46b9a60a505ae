import { findPlace } from '@raahi/contract/places'
import type { FastifyBaseLogger } from 'fastify'
import { cacheFor } from '../../platform/cache-for.ts'
import type { Database } from '../../platform/database/connect.ts'
import { findPlans } from '../plans/public/plans.queries.ts'
import { findLeadPrices, findSampleLeads, type SampleLeadRow } from './agents-page.queries.ts'
import { type Market, marketUnavailable, renderMarket } from './render-market.ts'

/**
 * Visitors get the same prices and leads for this time, so that the load of the database does not grow with the visits.
 */
const cacheMs = 60_000
/** The number of newest leads that are read. The first ones with a listed destination are shown. */
const maxReadLeads = 50
const maxShownLeads = 6

/** Creates the part of the page for agents that depends on the data: HTML that is at most a minute old. */
export function createAgentsMarket(
  { kysely }: Database,
  log: FastifyBaseLogger,
  now?: () => number,
): () => Promise<string> {
  const read = cacheFor(
    cacheMs,
    async () => {
      const [prices, plans, leads] = await Promise.all([
        findLeadPrices(kysely),
        findPlans(kysely),
        findSampleLeads(kysely, maxReadLeads),
      ])
      return renderMarket({ prices, plans, leads: listedLeads(leads) })
    },
    now,
  )
  return async () => {
    try {
      return await read()
    } catch (error) {
      log.error({ err: error }, 'the page for agents was sent without prices and leads')
      return marketUnavailable
    }
  }
}

/**
 * Selects the leads whose destination is a listed place, and shows its name from the list: a traveller may have typed
 * anything else into the field, such as a phone number. A lead without a price is left out, because it cannot be
 * bought.
 */
function listedLeads(leads: readonly SampleLeadRow[]): Market['leads'] {
  return leads
    .flatMap(({ destination, price_paise, ...lead }) => {
      const name = findPlace(destination ?? '')?.name
      if (name === undefined || price_paise === null) return []
      return [{ ...lead, destination: name, price_paise }]
    })
    .slice(0, maxShownLeads)
}
