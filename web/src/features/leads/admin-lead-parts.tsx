import type { Lead, LeadStatus } from '@raahi/contract/leads'
import { Money } from '../../ui/money.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './admin-leads.module.css'
import { leadStatusLabels, leadTypeLabels, tripTypeLabels } from './lead-labels.ts'
import { totalTravellers } from './lead-words.ts'

/** Whether the lead can still be bought. */
export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  return (
    <StatusBadge tone={status === 'buy' ? 'success' : 'neutral'}>
      {leadStatusLabels[status]}
    </StatusBadge>
  )
}

/** The lead's cost in rupees; null is a type without a price. */
export function LeadCostText({ cost }: { cost: number | null }) {
  return cost === null ? (
    <span className={classes.quiet}>No price set</span>
  ) : (
    <Money rupees={cost} />
  )
}

/** Kind of lead, kind of trip and how many travel, in one line. */
export function leadKind(lead: Lead): string {
  const total = totalTravellers(lead)
  const group = total === 0 ? [] : [total === 1 ? '1 traveller' : `${total} travellers`]
  return [leadTypeLabels[lead.leadType], tripTypeLabels[lead.tripType], ...group].join(' · ')
}
