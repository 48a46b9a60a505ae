import type { Transaction } from '../database/transaction.ts'

/** What a mail says; one layout makes its HTML and its text of it. All of it is plain text. */
export interface MailContent {
  subject: string
  /** First line of the mail itself. */
  heading: string
  paragraphs: readonly string[]
  /** A code to type, shown large. */
  code?: string
  /** Figures and names, label by value. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** A button to a page of the product. */
  action?: { label: string; url: string }
  /** Why it was sent, in small print; there is a text for mails without one. */
  note?: string
}

export interface Mail extends MailContent {
  to: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
}

/**
 * Queues a mail in the transaction of what it tells of: sent once that commits, never where it does not, and retried until
 * the mail server takes it.
 */
export type QueueMail = (tx: Transaction, mail: Mail) => Promise<void>
