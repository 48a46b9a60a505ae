import { Alert, Anchor } from '@mantine/core'
import type { KnownLead } from '@raahi/contract/leads'
import { IconUsers } from '@tabler/icons-react'
import { formatDate } from '../../../lib/dates.ts'
import { leadAddress } from '../../lead-facts/public/lead-address.ts'
import { formatKnownLead } from '../../lead-facts/public/lead-labels.ts'
import type { LeadFormValues } from '../public/lead-form-values.ts'
import classes from './admin-leads.module.css'
import { useKnownLeads } from './known-leads.api.ts'

/** A warning in the form of a new lead if the contact is that of earlier leads. */
export function KnownContactNote({ contact }: { contact: LeadFormValues }) {
  const known = useKnownLeads(contact)
  return (
    <div role="status">
      {known.length > 0 && (
        <Alert
          color="marigold"
          mt="md"
          mb="xs"
          title="This contact is known"
          icon={<IconUsers size={20} aria-hidden />}
        >
          <KnownLeadList known={known} />
        </Alert>
      )}
    </div>
  )
}

/** The earlier leads of a contact. A link opens another tab, so that the form keeps its input. */
export function KnownLeadList({ known }: { known: readonly KnownLead[] }) {
  return (
    <ul className={classes.known}>
      {known.map((lead) => (
        <li key={lead._id}>
          {lead.deleted ? (
            lead.leadId
          ) : (
            <Anchor href={leadAddress(lead)} target="_blank" inherit>
              {lead.leadId}
            </Anchor>
          )}{' '}
          of {formatDate(lead.createdAt)}, {formatKnownLead(lead)}
        </li>
      ))}
    </ul>
  )
}
