import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import classes from './contact-actions.module.css'
import { whatsAppHref } from './whats-app-href.ts'

/** Call and WhatsApp, for the customer of a lead that the agent has bought. */
export function ContactActions({ name, phone }: { name: string; phone: string }) {
  return (
    <div className={classes.actions}>
      <a href={`tel:${phone}`} className={classes.action} aria-label={`Call ${name}`}>
        <IconPhone size={18} stroke={1.75} aria-hidden />
        Call
      </a>
      <a
        href={whatsAppHref(phone)}
        target="_blank"
        rel="noopener noreferrer"
        className={classes.action}
        aria-label={`WhatsApp ${name} (opens in a new tab)`}
      >
        <IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />
        WhatsApp
      </a>
    </div>
  )
}
