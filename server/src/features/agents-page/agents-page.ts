import { listedPlaces, plainName } from '@raahi/contract/places'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../platform/database/connect.ts'
import { findPlans } from '../plans/plans.queries.ts'
import { findLeadPrices, findSampleLeads, type SampleLeadRow } from './agents-page.queries.ts'
import { type Market, marketUnavailable, renderMarket } from './render-market.ts'

/** How long visitors get the same prices and leads, so that the public page costs the database nothing. */
const keptMs = 60_000
/** The newest leads, of which the first with a listed destination are shown. */
const maxReadLeads = 50
const maxShownLeads = 6

/** The names of places and regions by their plain form. */
const placeNames = new Map(
  listedPlaces.flatMap(({ name, region }) => [name, region]).map((name) => [plainName(name), name]),
)

/** Creates the part of the page for agents that depends on the data: HTML that is at most a minute old. */
export function createAgentsMarket(
  { kysely }: Database,
  log: FastifyBaseLogger,
  now: () => number = Date.now,
): () => Promise<string> {
  let kept: { html: Promise<string>; untilMs: number } | undefined

  async function read(): Promise<string> {
    try {
      const [prices, plans, leads] = await Promise.all([
        findLeadPrices(kysely),
        findPlans(kysely),
        findSampleLeads(kysely, maxReadLeads),
      ])
      return renderMarket({ prices, plans, leads: listedLeads(leads) })
    } catch (error) {
      log.error({ err: error }, 'the page for agents was sent without prices and leads')
      kept = undefined
      return marketUnavailable
    }
  }
  return () => {
    if (kept === undefined || kept.untilMs <= now()) {
      kept = { html: read(), untilMs: now() + keptMs }
    }
    return kept.html
  }
}

/**
 * The leads whose destination is a listed place, by the name in the list: a traveller may have typed anything else into
 * the field, such as a phone number. Without a price a lead cannot be bought.
 */
function listedLeads(leads: readonly SampleLeadRow[]): Market['leads'] {
  return leads
    .flatMap(({ destination, price_paise, ...lead }) => {
      const name = placeNames.get(plainName(destination ?? ''))
      if (name === undefined || price_paise === null) return []
      return [{ ...lead, destination: name, price_paise }]
    })
    .slice(0, maxShownLeads)
}
