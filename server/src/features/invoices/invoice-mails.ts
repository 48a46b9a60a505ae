import { formatPaise } from '@raahi/contract/formats'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'

interface NamedDocument {
  number: string
  url: string
}

/** Notifies an agent that an invoice was replaced because its state or GSTIN was wrong. */
export function replacedInvoiceMail(
  to: Recipient,
  {
    replacedNumber,
    creditNote,
    newInvoice,
    totalPaise,
  }: {
    replacedNumber: string
    creditNote: NamedDocument
    newInvoice: NamedDocument
    totalPaise: number
  },
): MailDraft {
  return {
    to,
    subject: `Invoice ${replacedNumber} is replaced by ${newInvoice.number}`,
    heading: 'We have replaced an invoice',
    paragraphs: [
      `The state or the GSTIN on invoice ${replacedNumber} was wrong. We have issued a credit note of the whole invoice and a new invoice of the same total. No money moves. Please use the new invoice for your GST return.`,
    ],
    facts: [
      ['New invoice', newInvoice.number, newInvoice.url],
      ['Credit note', creditNote.number, creditNote.url],
      ['Replaced invoice', replacedNumber],
      ['Total', formatPaise(totalPaise)],
    ],
    action: { label: 'See the new invoice', url: newInvoice.url },
  }
}
