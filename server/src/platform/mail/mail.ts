import type { Transaction } from '../database/transaction.ts'
import type { GreetedUser } from './greeting.ts'

/** The content of a mail, from which one layout renders HTML and text. All of it is plain text. */
export interface MailContent {
  subject: string
  /** The heading at the top of the mail. */
  heading: string
  /** The line between the heading and the paragraphs. */
  greeting?: string
  paragraphs: readonly string[]
  /** A code to type, shown large. */
  code?: string
  /** Facts as label and value. */
  facts?: readonly (readonly [label: string, value: string, url?: string])[]
  /** A button that links to a page of the product. */
  action?: { label: string; url: string }
  /** Why the mail was sent, in small print; with a default text. */
  note?: string
  /**
   * Address that stops such mails without a login (RFC 8058): a POST stops them, a GET shows a page with a confirmation
   * button. The mail links to it.
   */
  unsubscribeUrl?: string
  /** The record that the mail is about. If the mail becomes obsolete, `removeQueuedMails` removes it by this id. */
  concernsId?: string
}

/** A mail as it is queued and sent. */
export interface Mail extends MailContent {
  to: string
  /** The reply address, if not the sender. */
  replyTo?: string
  /** Only for a mail that is sent at once: a queued mail is JSON. */
  attachments?: readonly { name: string; type: string; content: Uint8Array }[]
}

/** The recipient of a mail. A user is greeted; an address without a name is not. */
export interface Recipient extends Omit<GreetedUser, 'name'> {
  email: string
  name?: string
}

/** Text that a user, an admin or a visitor wrote: a name, a company, a reason, a note, a destination. */
export interface UserText {
  userText: string
}

/** Marks text that a user, an admin or a visitor wrote. */
export function userText(text: string): UserText {
  return { userText: text }
}

/**
 * A mail before it is addressed (`addressMail`). Paragraphs and facts with user text are omitted if the recipient's
 * email is not confirmed. Every other string is a text of the product, an id, an amount or a date. Subjects and
 * headings contain no user text.
 */
export interface MailDraft extends Omit<MailContent, 'greeting' | 'paragraphs' | 'facts'> {
  to: Recipient
  replyTo?: string
  paragraphs: readonly (string | UserText)[]
  /** A fact with a URL links its label to it. */
  facts?: readonly (readonly [label: string, value: string | UserText, url?: string])[]
}

/**
 * Queues a mail in the transaction that it reports. The mail is sent after the commit, never after a rollback, and
 * retried until the mail server accepts it or the retries are used up.
 * @param id a UUID: a mail whose id is already in the queue is not queued again
 */
export type QueueMail = (tx: Transaction, draft: MailDraft, id?: string) => Promise<void>
