import { ActionIcon } from '@mantine/core'
import type { Lead } from '@raahi/contract/leads'
import { IconBrandWhatsapp, IconCopy, IconMail, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { ContactText, MaskedContact } from '../../../ui/masked-contact.tsx'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import classes from './contact-lines.module.css'
import { VerifiedBadges } from './verified-badges.tsx'
import { whatsAppHref } from './whats-app-href.ts'

interface ContactLinesProps {
  name: string
  phone: string | null
  email: string | null
  /** When the traveller verified the contact. */
  marks: Pick<Lead, 'phoneVerifiedAt' | 'emailVerifiedAt'>
  /** False if the traveller gave no email. Otherwise a missing part is one that the viewer may not see. */
  hasEmail?: boolean
  /** Shown in place of a missing email instead of ****. */
  missing?: string
  /** False if the card has a larger WhatsApp button. */
  withWhatsApp?: boolean
}

/** A contact, each part with its actions: call, email, WhatsApp, copy. */
export function ContactLines({
  name,
  phone,
  email,
  marks,
  hasEmail = true,
  missing,
  withWhatsApp = true,
}: ContactLinesProps) {
  return (
    <ul className={classes.lines} aria-label={`Contact of ${name}`}>
      <ContactLine
        icon={<IconPhone size={18} stroke={1.75} aria-hidden />}
        kind="phone number"
        name={name}
        value={phone}
        href={`tel:${phone}`}
      >
        {phone && withWhatsApp && (
          <ActionIcon
            component="a"
            href={whatsAppHref(phone)}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            color="leaf"
            size={34}
            aria-label={`WhatsApp ${name} (opens in a new tab)`}
          >
            <IconBrandWhatsapp size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </ContactLine>
      <ContactLine
        icon={<IconMail size={18} stroke={1.75} aria-hidden />}
        kind="email"
        name={name}
        value={email}
        href={`mailto:${email?.split('@').map(encodeURIComponent).join('@')}`}
        missing={missing}
        isAbsent={!hasEmail}
      />
      {(marks.phoneVerifiedAt || marks.emailVerifiedAt) && (
        <li>
          <VerifiedBadges marks={marks} />
        </li>
      )}
    </ul>
  )
}

function ContactLine(props: {
  icon: ReactNode
  kind: 'phone number' | 'email'
  name: string
  value: string | null
  href: string
  missing?: string | undefined
  isAbsent?: boolean
  children?: ReactNode
}) {
  const { icon, kind, name, value, href, missing, isAbsent = false, children } = props
  return (
    <li className={classes.line}>
      {icon}
      {value === null ? (
        <span className={classes.value}>
          {missing ?? (
            <MaskedContact
              kind={kind === 'email' ? 'email' : 'phone'}
              value={null}
              isAbsent={isAbsent}
            />
          )}
        </span>
      ) : (
        <>
          <a href={href} className={classes.value}>
            <ContactText value={value} />
          </a>
          {children}
          <ActionIcon
            variant="subtle"
            color="ink"
            size={34}
            aria-label={`Copy ${kind} of ${name}`}
            onClick={() => copy(value)}
          >
            <IconCopy size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  )
}

async function copy(text: string) {
  if (await copyText(text)) notifySuccess('Copied.')
  else notifyError('This browser does not allow copying. Please select and copy the text.')
}
