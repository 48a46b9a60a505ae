import type { Lead } from '@raahi/contract/leads'
import { IconCheck } from '@tabler/icons-react'
import { Money } from '../../../ui/money.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/status-badge.tsx'
import { listTripKinds, totalTravellers } from '../../lead-facts/public/format-lead.ts'
import {
  leadStatusLabels,
  type ShownLeadStatus,
  shownLeadStatus,
} from '../../lead-facts/public/lead-labels.ts'
import classes from './admin-leads.module.css'

const statusTones: Record<ShownLeadStatus, StatusTone> = {
  buy: 'success',
  sold: 'neutral',
  expired: 'warning',
  'under-review': 'notice',
}

/** Whether the lead can still be bought. */
export function LeadStatusBadge({ lead }: { lead: Lead }) {
  const status = shownLeadStatus(lead)
  return (
    <StatusBadge tone={statusTones[status]} icon={status === 'sold' ? IconCheck : undefined}>
      {leadStatusLabels[status]}
    </StatusBadge>
  )
}

/** The lead's cost in rupees; null if its type has no price. */
export function LeadCostText({ cost }: { cost: number | null }) {
  return cost === null ? (
    <span className={classes.quiet}>No price set</span>
  ) : (
    <Money rupees={cost} />
  )
}

/** Lead type, trip type and number of travellers in one line. */
export function leadKind(lead: Lead): string {
  const total = totalTravellers(lead)
  const group = total === 0 ? [] : [total === 1 ? '1 traveller' : `${total} travellers`]
  const kinds = listTripKinds(lead).map(({ value }) => value)
  return [...kinds.toReversed(), ...group].filter(Boolean).join(' · ')
}
