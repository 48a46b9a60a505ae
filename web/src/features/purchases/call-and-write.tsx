import { Button, Textarea } from '@mantine/core'
import { defaultMessages, fillMessage } from '@raahi/contract/message-text'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { whatsAppHref } from '../lead-facts/public/whats-app-href.ts'
import { templatesQuery } from '../pipeline/public/pipeline.api.ts'
import classes from './purchase-drawer.module.css'

/** Call, WhatsApp and email, and the WhatsApp message, which can be changed before it is sent. */
export function CallAndWrite({ lead, phone }: { lead: PurchaseEntry['lead']; phone: string }) {
  const suggested = useMessage(lead, 'whatsapp').text
  const email = useMessage(lead, 'email')
  // Null while the suggested text is unchanged.
  const [message, setMessage] = useState<string | null>(null)
  const text = message ?? suggested
  return (
    <>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={`tel:${phone}`}
          leftSection={<IconPhone size={18} aria-hidden />}
          aria-label={`Call ${lead.name}`}
        >
          Call
        </Button>
        <Button
          component="a"
          href={whatsAppHref(phone, text.trim())}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          aria-label={`WhatsApp ${lead.name} (opens in a new tab)`}
        >
          WhatsApp
        </Button>
        {lead.email && (
          <Button
            component="a"
            href={emailHref(lead.email, email)}
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            aria-label={`Email ${lead.name}`}
          >
            Email
          </Button>
        )}
      </div>
      <Textarea
        className={classes.message}
        label="WhatsApp message"
        rows={4}
        maxLength={1000}
        value={text}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </>
  )
}

/** The agent's message for a lead. */
function useMessage(lead: PurchaseEntry['lead'], channel: 'whatsapp' | 'email') {
  const user = useSignedInUser()
  const { data } = useQuery(templatesQuery)
  const { subject, text } =
    data?.find((template) => template.channel === channel) ?? defaultMessages[channel]
  const values = {
    name: lead.name,
    destination: lead.destination,
    date: lead.travelDate && formatDate(lead.travelDate),
    agent: user.name,
    agency: user.companyName,
  }
  return { subject: fillMessage(subject ?? '', values), text: fillMessage(text, values) }
}

function emailHref(email: string, { subject, text }: { subject: string; text: string }): string {
  const address = email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}
