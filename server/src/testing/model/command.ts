import type fc from 'fast-check'
import type { MadeUser } from '../factories.ts'
import type { TestApp } from '../test-app.ts'
import type { MarketplaceModel, ModelLead } from './marketplace-model.ts'

/**
 * The real marketplace that a model is compared with. It has the ids of the records, which the model knows by position.
 */
export interface RealMarketplace {
  app: TestApp
  admin: MadeUser
  agents: MadeUser[]
  leads: string[]
  /** The latest replacement request of each lead that has one. */
  requests: Map<number, string>
  /** Plans to assign: one with a price, one that is free. */
  plans: { paid: string; free: string }
}

export type Command = fc.AsyncCommand<MarketplaceModel, RealMarketplace>

/** A command that can run in every state. The position of a lead wraps around, so that shrinking keeps it valid. */
export function command(
  text: string,
  run: (model: MarketplaceModel, real: RealMarketplace) => Promise<void>,
): Command {
  return { check: () => true, run, toString: () => text }
}

/**
 * Finds a lead by its position, which wraps around.
 * @param filter selects the leads that are counted; all by default
 */
export function leadAt(
  model: MarketplaceModel,
  real: RealMarketplace,
  position: number,
  filter: (lead: ModelLead) => boolean = () => true,
) {
  const indexes = model.leads.flatMap((lead, index) => (filter(lead) ? index : []))
  const at = indexes[position % Math.max(1, indexes.length)] ?? -1
  const lead = model.leads[at]
  return lead ? { at, lead, id: real.leads[at] ?? '' } : undefined
}
