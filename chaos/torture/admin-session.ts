import type { AgentPerson, Client, Person } from './run-state.ts'

/**
 * The state of one admin client. A record that can change repeatedly (a lead, a plan, an agent's suspension) is
 * assigned to one admin, so that its final value is known. Any admin can take a one-time decision.
 */
export type AdminSession = {
  client: Client
  admin: Person
  /** Agents that this admin may suspend. */
  agents: AgentPerson[]
  /** Ids of the leads that this admin may change. */
  leads: string[]
  plans: string[]
  /** Only one admin changes prices. */
  setsPrices: boolean
}
