import { formatPhone } from '@raahi/contract/formats'
import { EmailText } from './email-text.tsx'
import classes from './masked-contact.module.css'
import hidden from './visually-hidden.module.css'

type MaskedContactProps = {
  kind: 'phone' | 'email'
  /** null if the viewer may not see it, or if it is missing. */
  value: string | null
}

/** A phone number or email address as a link, or **** if the viewer may not see it. */
export function MaskedContact({ kind, value }: MaskedContactProps) {
  if (!value) {
    return (
      <>
        <span aria-hidden>****</span>
        <span className={hidden.hidden}>not shown</span>
      </>
    )
  }
  return (
    <a href={`${kind === 'phone' ? 'tel' : 'mailto'}:${value}`} className={classes.link}>
      <ContactText value={value} />
    </a>
  )
}

/** A phone number or email address as text. An email address may wrap after the @, a phone number never. */
export function ContactText({ value }: { value: string }) {
  if (value.includes('@')) return <EmailText value={value} />
  return <span className={classes.phone}>{formatPhone(value)}</span>
}
