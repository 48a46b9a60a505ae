import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Lead } from '@raahi/contract/leads'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useId } from 'react'
import type { useSelection } from '../../../lib/use-selection.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormerPrice } from '../../../ui/former-price.tsx'
import { MaskedContact } from '../../../ui/masked-contact.tsx'
import rows from '../../../ui/row-table.module.css'
import hidden from '../../../ui/visually-hidden.module.css'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'
import { LeadOrigin, type LeadOrigins, useLeadOrigins } from '../public/lead-origins.tsx'
import { AdminLeadActions, type AdminLeadHandlers } from './admin-lead-actions.tsx'
import { LeadCostText, LeadStatusBadge, leadKind } from './admin-lead-parts.tsx'
import classes from './admin-leads.module.css'

const columns = ['Lead', 'Contact', 'Days', 'Cost', 'Status', 'Actions']

interface AdminLeadsTableProps extends AdminLeadHandlers {
  leads: readonly Lead[]
  selection: ReturnType<typeof useSelection<Lead>>
}

/** The leads in rows of two lines. Narrow screens show fewer columns; the form of a lead has all facts. */
export function AdminLeadsTable({ leads, selection, ...handlers }: AdminLeadsTableProps) {
  const id = useId()
  const origins = useLeadOrigins(leads)
  const isNarrow = useMediaQuery('(max-width: 63.99em)', undefined, {
    getInitialValueInEffect: false,
  })
  return (
    <div className={`${rows.frame} ${classes.frame}`} data-menu={isNarrow || undefined}>
      <table className={rows.table} aria-labelledby="travel-leads">
        <thead>
          <tr>
            <th scope="col" data-column="Select">
              <span className={hidden.hidden}>Select</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <LeadRow
              key={lead._id}
              lead={lead}
              origin={origins?.get(lead._id)}
              nameId={`${id}-${lead._id}`}
              isSelected={selection.has(lead._id)}
              onSelect={selection.toggle}
              inMenu={isNarrow ?? false}
              {...handlers}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LeadRowProps extends AdminLeadHandlers {
  lead: Lead
  origin: ReturnType<LeadOrigins['get']>
  nameId: string
  isSelected: boolean
  onSelect: (id: string) => void
  inMenu: boolean
}

function LeadRow({
  lead,
  origin,
  nameId,
  isSelected,
  onSelect,
  inMenu,
  ...handlers
}: LeadRowProps) {
  return (
    <tr data-selected={isSelected || undefined}>
      <td data-column="Select">
        <Checkbox
          size="md"
          aria-label={`Select ${lead.leadId}`}
          checked={isSelected}
          onChange={() => onSelect(lead._id)}
        />
      </td>
      <NameCell lead={lead} origin={origin} nameId={nameId} />
      <ContactCell lead={lead} />
      <td data-column="Days">
        <span className={rows.line}>{lead.travelTime}</span>
        <span className={`${rows.line} ${rows.quiet}`}>
          {lead.travelDate ? (
            <>
              from <DateTime value={lead.travelDate} dateOnly />
            </>
          ) : (
            lead.travelMonth
          )}
        </span>
      </td>
      <td data-column="Cost">
        <span className={rows.line}>
          <LeadCostText cost={lead.cost} />
        </span>
        {lead.fullCost !== null && (
          <span className={rows.line}>
            <FormerPrice rupees={lead.fullCost} />
          </span>
        )}
      </td>
      <td data-column="Status">
        <span className={rows.line}>
          <LeadStatusBadge lead={lead} />
        </span>
        <span className={`${rows.line} ${rows.quiet} ${classes.created}`}>
          <DateTime value={lead.createdAt} />
        </span>
      </td>
      <td data-column="Actions">
        <div className={rows.actions}>
          <AdminLeadActions lead={lead} nameId={nameId} inMenu={inMenu} {...handlers} />
        </div>
      </td>
    </tr>
  )
}

type NameCellProps = Pick<LeadRowProps, 'lead' | 'origin' | 'nameId'>

function NameCell({ lead, origin, nameId }: NameCellProps) {
  return (
    <th scope="row" data-column="Lead">
      <span className={rows.line}>
        <span id={nameId} className={rows.name}>
          {lead.name}
        </span>{' '}
        <span className={rows.quiet}>
          {lead.leadId}
          {origin && (
            <>
              {' · '}
              <LeadOrigin origin={origin} />
            </>
          )}
        </span>
      </span>
      <span className={rows.line} title={leadKind(lead)}>
        <TripRoute trip={lead} /> <span className={rows.quiet}>{leadKind(lead)}</span>
      </span>
    </th>
  )
}

function ContactCell({ lead }: { lead: Lead }) {
  return (
    <td data-column="Contact">
      <span className={rows.line}>
        <MaskedContact kind="phone" value={lead.phone} />
        {lead.phoneVerifiedAt && <Verified text="Phone verified" />}
      </span>
      <span className={rows.line} title={lead.email ?? undefined}>
        {lead.emailVerifiedAt && <Verified text="Email verified" />}
        <MaskedContact kind="email" value={lead.email} isAbsent={!lead.hasEmail} isOneLine />
      </span>
    </td>
  )
}

function Verified({ text }: { text: string }) {
  return (
    <span className={classes.verified} title={text}>
      <IconRosetteDiscountCheck size={16} stroke={2} aria-hidden />
      <span className={hidden.hidden}>{text}</span>
    </span>
  )
}
