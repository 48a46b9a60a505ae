import type fc from 'fast-check'
import type { MadeUser } from '../factories.ts'
import type { TestApp } from '../test-app.ts'
import type { MarketplaceModel, ModelLead } from './marketplace-model.ts'

/** The real marketplace beside the model: ids of what the model knows by its place. */
export interface RealMarketplace {
  app: TestApp
  admin: MadeUser
  agents: MadeUser[]
  leads: string[]
  /** The latest replacement request of each lead that has one. */
  requests: Map<number, string>
  /** Plans to assign: one that costs something, one that does not. */
  plans: { paid: string; free: string }
}

export type Command = fc.AsyncCommand<MarketplaceModel, RealMarketplace>

/** A command that can always be tried; the place of a lead wraps round, so that shrinking keeps it valid. */
export function command(
  text: string,
  run: (model: MarketplaceModel, real: RealMarketplace) => Promise<void>,
): Command {
  return { check: () => true, run, toString: () => text }
}

/** @param among which leads the place counts; all of them by default */
export function leadAt(
  model: MarketplaceModel,
  real: RealMarketplace,
  place: number,
  among: (lead: ModelLead) => boolean = () => true,
) {
  const places = model.leads.flatMap((lead, at) => (among(lead) ? at : []))
  const at = places[place % Math.max(1, places.length)] ?? -1
  const lead = model.leads[at]
  return lead ? { at, lead, id: real.leads[at] ?? '' } : undefined
}
