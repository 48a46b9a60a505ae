import type { StaffRight } from '@raahi/contract/staff-rights'

/** What each right allows, in words. */
export const rightTexts: Record<StaffRight, string> = {
  leads: 'Enquiries, leads, imports, and sources with what they earn',
  agents: 'Accounts of agents and their KYC',
  money: 'Recharges, refunds, plans, prices and invoices',
  support: 'Messages, replacements, missing calls, and personal data of travellers',
  settings: 'Policies, switches, staff, keys, webhooks and the audit log',
}
