import type { Purchase } from '@raahi/contract/purchases'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { whatsAppHref } from '../lead-facts/public/whats-app-href.ts'
import { useTapRecords } from '../pipeline/public/contact-taps.ts'
import classes from '../pipeline/public/quick-contact.module.css'

/** Buttons for call and WhatsApp on a card or in a row. Renders nothing if the traveller has withdrawn. */
export function QuickContact({ lead }: Pick<Purchase, 'lead'>) {
  useTapRecords()
  const { name, phone } = lead
  if (!phone) return null
  return (
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
  )
}
