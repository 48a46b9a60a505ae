import type { Lead } from '@raahi/contract/leads'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/status-badge.tsx'
import contact from '../pipeline/public/quick-contact.module.css'
import classes from './own-lead-actions.module.css'
import { QuickContact } from './quick-contact.tsx'

/** The actions on a bought lead: call, WhatsApp, open the purchase. */
export default function OwnLeadActions({ lead }: { lead: Lead }) {
  return (
    <div className={classes.actions}>
      <StatusBadge tone="success">Bought by you</StatusBadge>
      <QuickContact lead={lead} />
      <Link
        to={`/dashboard/purchased-leads?lead=${lead.leadId}`}
        className={contact.action}
        aria-label={`Open lead ${lead.leadId}`}
      >
        Open
      </Link>
    </div>
  )
}
