import { formatPhone } from '@raahi/contract/formats'
import { contactNotGiven } from '@raahi/contract/lead-texts'
import { EmailText } from './email-text.tsx'
import classes from './masked-contact.module.css'
import hidden from './visually-hidden.module.css'

type MaskedContactProps = {
  kind: 'phone' | 'email'
  /** null if the viewer may not see it, or if it is missing. */
  value: string | null
  /** The traveller has not given it. */
  isAbsent?: boolean
  /** In a row of a table: an email address does not wrap. */
  isOneLine?: boolean
}

/** A phone number or email address as a link, or **** if the viewer may not see it or none was given. */
export function MaskedContact({
  kind,
  value,
  isAbsent = false,
  isOneLine = false,
}: MaskedContactProps) {
  if (!value) {
    return (
      <>
        <span aria-hidden>****</span>{' '}
        {isAbsent ? contactNotGiven : <span className={hidden.hidden}>not shown</span>}
      </>
    )
  }
  return (
    <a href={`${kind === 'phone' ? 'tel' : 'mailto'}:${value}`} className={classes.link}>
      {isOneLine && kind === 'email' ? value : <ContactText value={value} />}
    </a>
  )
}

/** A phone number or email address as text. An email address may wrap after the @, a phone number never. */
export function ContactText({ value }: { value: string }) {
  if (value.includes('@')) return <EmailText value={value} />
  return <span className={classes.phone}>{formatPhone(value)}</span>
}
