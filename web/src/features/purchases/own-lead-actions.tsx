import type { Lead } from '@raahi/contract/leads'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './own-lead-actions.module.css'
import { whatsAppHref } from './whats-app-href.ts'

/** What an agent does with a lead that it has bought: call, write on WhatsApp, open the purchase. */
export default function OwnLeadActions({ lead: { name, phone, leadId } }: { lead: Lead }) {
  return (
    <div className={classes.actions}>
      <StatusBadge tone="success">Bought by you</StatusBadge>
      {phone && (
        <>
          <a href={`tel:${phone}`} className={classes.action} aria-label={`Call ${name}`}>
            <IconPhone size={16} stroke={1.75} aria-hidden />
            Call
          </a>
          <a
            href={whatsAppHref(phone)}
            target="_blank"
            rel="noopener noreferrer"
            className={classes.action}
            aria-label={`WhatsApp ${name} (opens in a new tab)`}
          >
            <IconBrandWhatsapp size={16} stroke={1.75} aria-hidden />
            WhatsApp
          </a>
        </>
      )}
      <Link
        to={`/dashboard/purchased-leads?lead=${leadId}`}
        className={classes.action}
        aria-label={`Open lead ${leadId}`}
      >
        Open
      </Link>
    </div>
  )
}
