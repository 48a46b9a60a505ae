import type { AgentPerson, Client, Person } from './world.ts'

/**
 * An admin at work. What can be changed over and over (a lead, a plan, who is suspended) belongs to one of them, so that
 * there is a last word on it; what is decided once is everybody's.
 */
export type Office = {
  client: Client
  admin: Person
  /** Those that it may suspend. */
  agents: AgentPerson[]
  /** By id: what it may change. */
  leads: string[]
  plans: string[]
  /** Whether prices are its business. */
  setsPrices: boolean
}
