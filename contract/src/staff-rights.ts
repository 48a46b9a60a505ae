/**
 * What an admin may do.
 * - leads: enquiries, leads, sources, imports
 * - agents: the accounts of agents and their KYC
 * - money: recharges, refunds, plans, prices, invoices, transactions
 * - support: messages, replacements, call reports, personal data of travellers
 * - settings: policies, switches, staff, keys, webhooks, failed jobs, audit log
 */
export const staffRights = ['leads', 'agents', 'money', 'support', 'settings'] as const
export type StaffRight = (typeof staffRights)[number]

/** Labels on screens and in errors. */
export const rightLabels: Record<StaffRight, string> = {
  leads: 'Leads',
  agents: 'Agents',
  money: 'Money',
  support: 'Support',
  settings: 'Settings',
}

/** The right that an admin needs for a call: one of those listed. `none`: every admin may make it. */
export type RightRule = StaffRight | readonly StaffRight[] | 'none'

/** A user, as far as rights go. Agents have none. */
interface RightHolder {
  role: 'admin' | 'user'
  rights?: readonly StaffRight[] | undefined
}

/** Whether a user is an admin with one of these rights. */
export function mayOneOf({ role, rights = [] }: RightHolder, ...wanted: StaffRight[]): boolean {
  return role === 'admin' && wanted.some((right) => rights.includes(right))
}

/** The rights of a rule; null: every admin complies with it. Without a rule no admin does. */
export function rightsOf(rule: RightRule | undefined): readonly StaffRight[] | null {
  if (rule === 'none') return null
  return rule === undefined ? [] : [rule].flat()
}

/** 'Money or Support'. */
export function formatRights(rights: readonly StaffRight[]): string {
  return rights.map((right) => rightLabels[right]).join(' or ')
}
