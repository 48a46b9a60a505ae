import { Table } from '@mantine/core'
import type { Lead } from '@raahi/contract/leads'
import { useId } from 'react'
import { DateTime } from '../../../ui/date-time.tsx'
import { MaskedContact } from '../../../ui/masked-contact.tsx'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'
import { VerifiedBadges } from '../../lead-facts/public/verified-badges.tsx'
import { AdminLeadActions, type AdminLeadHandlers } from './admin-lead-actions.tsx'
import { LeadCostText, LeadStatusBadge, leadKind } from './admin-lead-parts.tsx'
import classes from './admin-leads.module.css'
import { LeadOrigin, useLeadOrigins } from './lead-origins.tsx'

const columns = ['Lead', 'Contact', 'Days', 'Cost', 'Status', 'Created', 'Actions']

/** The leads as a table, from 960 px up. The table scrolls sideways if it is too wide. */
export function AdminLeadsTable({
  leads,
  ...handlers
}: AdminLeadHandlers & { leads: readonly Lead[] }) {
  const id = useId()
  const origins = useLeadOrigins(leads)
  return (
    <div className={classes.scroller}>
      <Table className={classes.table} aria-labelledby="travel-leads">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col" data-column={column}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {leads.map((lead) => (
            <LeadRow
              key={lead._id}
              lead={lead}
              origin={origins?.get(lead._id)}
              nameId={`${id}-${lead._id}`}
              {...handlers}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function LeadRow({
  lead,
  origin,
  nameId,
  ...handlers
}: AdminLeadHandlers & { lead: Lead; origin: string | null | undefined; nameId: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <span id={nameId} className={classes.name}>
          {lead.name}
        </span>
        <span className={classes.quiet}>{lead.leadId}</span>
        <span className={classes.line}>
          <TripRoute trip={lead} />
        </span>
        <span className={classes.quiet}>{leadKind(lead)}</span>
        {origin !== undefined && (
          <span className={classes.quiet}>
            From <LeadOrigin reference={origin} />
          </span>
        )}
      </Table.Th>
      <Table.Td data-column="Contact">
        <span className={classes.line}>
          <MaskedContact kind="phone" value={lead.phone} />
        </span>
        <span className={classes.line}>
          <MaskedContact kind="email" value={lead.email} isAbsent={!lead.hasEmail} />
        </span>
        <span className={classes.line}>
          <VerifiedBadges marks={lead} />
        </span>
      </Table.Td>
      <Table.Td data-column="Days">
        <span className={classes.line}>{lead.travelTime}</span>
        {lead.travelDate && (
          <span className={classes.quiet}>
            from <DateTime value={lead.travelDate} dateOnly />
          </span>
        )}
      </Table.Td>
      <Table.Td data-column="Cost">
        <LeadCostText cost={lead.cost} />
      </Table.Td>
      <Table.Td data-column="Status">
        <LeadStatusBadge lead={lead} />
      </Table.Td>
      <Table.Td data-column="Created">
        <DateTime value={lead.createdAt} />
      </Table.Td>
      <Table.Td data-column="Actions">
        <div className={classes.actions}>
          <AdminLeadActions lead={lead} nameId={nameId} inTable {...handlers} />
        </div>
      </Table.Td>
    </Table.Tr>
  )
}
