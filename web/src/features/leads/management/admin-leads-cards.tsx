import type { Lead } from '@raahi/contract/leads'
import { useId } from 'react'
import { CardGrid, CardItem } from '../../../ui/card-grid.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { MaskedContact } from '../../../ui/masked-contact.tsx'
import {
  listTripKinds,
  totalTravellers,
  travellerSplit,
} from '../../lead-facts/public/format-lead.ts'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'
import { VerifiedBadges } from '../../lead-facts/public/verified-badges.tsx'
import { AdminLeadActions, type AdminLeadHandlers } from './admin-lead-actions.tsx'
import { LeadCostText, LeadStatusBadge } from './admin-lead-parts.tsx'
import { LeadOrigin, useLeadOrigins } from './lead-origins.tsx'

/** The leads as cards, below 960 px. */
export function AdminLeadsCards({
  leads,
  ...handlers
}: AdminLeadHandlers & { leads: readonly Lead[] }) {
  const origins = useLeadOrigins(leads)
  return (
    <CardGrid label="Travel leads">
      {leads.map((lead) => (
        <LeadCard key={lead._id} lead={lead} origin={origins?.get(lead._id)} {...handlers} />
      ))}
    </CardGrid>
  )
}

function LeadCard({
  lead,
  origin,
  ...handlers
}: AdminLeadHandlers & { lead: Lead; origin: string | null | undefined }) {
  const nameId = useId()
  return (
    <CardItem
      title={<span id={nameId}>{lead.name}</span>}
      subtitle={lead.leadId}
      aside={<LeadStatusBadge lead={lead} />}
      actions={<AdminLeadActions lead={lead} nameId={nameId} {...handlers} />}
    >
      <DefinitionList
        items={[
          { label: 'Phone', value: <MaskedContact kind="phone" value={lead.phone} /> },
          {
            label: 'Email',
            value: <MaskedContact kind="email" value={lead.email} isAbsent={!lead.hasEmail} />,
          },
          ...(lead.phoneVerifiedAt || lead.emailVerifiedAt
            ? [{ label: 'Verified', value: <VerifiedBadges marks={lead} /> }]
            : []),
          { label: 'Trip', value: <TripRoute trip={lead} /> },
          ...listTripKinds(lead).toReversed(),
          { label: 'Travellers', value: travellersOf(lead) },
          { label: 'Days', value: lead.travelTime },
          {
            label: 'Travel date',
            value: lead.travelMonth ?? <DateTime value={lead.travelDate} dateOnly />,
          },
          { label: 'Cost', value: <LeadCostText cost={lead.cost} /> },
          { label: 'Created', value: <DateTime value={lead.createdAt} /> },
          ...(origin === undefined
            ? []
            : [{ label: 'Enquiry', value: <LeadOrigin reference={origin} /> }]),
        ]}
      />
    </CardItem>
  )
}

/** '5 (4 adults, 1 child)'; empty without a count. */
function travellersOf(lead: Lead): string | null {
  const total = totalTravellers(lead)
  return total === 0 ? null : `${total} (${travellerSplit(lead)})`
}
