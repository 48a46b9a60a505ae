import { Anchor } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import { EmailText } from './email-text.tsx'
import classes from './masked-contact.module.css'

type MaskedContactProps = {
  kind: 'phone' | 'email'
  /** null where the viewer may not see it, or where there is none. */
  value: string | null
}

/** A phone or email that can be used at once where it may be seen, and **** where not. */
export function MaskedContact({ kind, value }: MaskedContactProps) {
  if (!value) {
    return (
      <>
        <span aria-hidden>****</span>
        <span className={classes.said}>not shown</span>
      </>
    )
  }
  return (
    <Anchor href={`${kind === 'phone' ? 'tel' : 'mailto'}:${value}`}>
      <ContactText value={value} />
    </Anchor>
  )
}

/** A phone or email as text; an email breaks after the @ where it must, a phone never. */
export function ContactText({ value }: { value: string }) {
  if (value.includes('@')) return <EmailText value={value} />
  return <span className={classes.phone}>{formatPhone(value)}</span>
}
