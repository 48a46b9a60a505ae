import type { Transaction } from '../database/transaction.ts'
import type { GreetedUser } from './greeting.ts'

/** What a mail says; one layout makes its HTML and its text of it. All of it is plain text. */
export interface MailContent {
  subject: string
  /** First line of the mail itself. */
  heading: string
  /** First line, before the paragraphs. */
  greeting?: string
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

/** A mail as the queue keeps it and the mail server gets it. */
export interface Mail extends MailContent {
  to: string
  /** Where an answer goes, if not to the sender. */
  replyTo?: string
}

/** Who a mail goes to. A user is greeted; an address without a name is not. */
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
 * A mail before it is addressed (`addressMail`). A paragraph or fact of user text is left out where the recipient's email is
 * not confirmed; every other string of a mail is ours, an id, an amount or a date. No subject and no heading takes user text.
 */
export interface MailDraft extends Omit<MailContent, 'greeting' | 'paragraphs' | 'facts'> {
  to: Recipient
  replyTo?: string
  paragraphs: readonly (string | UserText)[]
  facts?: readonly (readonly [label: string, value: string | UserText])[]
}

/**
 * Queues a mail in the transaction of what it tells of: sent once that commits, never where it does not, and retried until
 * the mail server takes it.
 */
export type QueueMail = (tx: Transaction, draft: MailDraft) => Promise<void>
