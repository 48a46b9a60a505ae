import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { maxLengths, requiredTexts } from './field-checks.ts'
import {
  emailField,
  filterText,
  id,
  idParams,
  instant,
  nameField,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
  requiredLines,
} from './fields.ts'

/** The contact form. `website` is the honeypot, as in the quote form: a message with it is stored as suspected spam. */
export const contactForm = z.strictObject({
  name: nameField(),
  email: emailField(),
  message: requiredLines(requiredTexts.message, maxLengths.message),
  website: z.string().max(1000).optional(),
})
export type ContactFields = z.output<typeof contactForm>

export const createContactMessage = endpoint('POST', '/api/contact', {
  name: 'createContactMessage',
  summary: 'Send a contact message to the operator',
  access: 'public',
  body: contactForm,
  status: 201,
  message: 'Thank you! We have your message and will reply by email.',
  errors: ['TOO_MANY_REQUESTS'],
})

export const contactMessage = z.object({
  _id: id,
  createdAt: instant,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** The honeypot was filled in. */
  suspected: z.boolean(),
  /** What admins have answered in the product; null: nothing. A later answer follows the first one. */
  answer: z.string().nullable(),
  /** When an admin answered it or marked it as answered, and which admin; null while it is open. */
  answeredAt: instant.nullable(),
  answeredBy: z.object({ _id: id, name: z.string() }).nullable(),
})
export type ContactMessage = z.output<typeof contactMessage>

export const listContactMessages = endpoint('GET', '/api/contact', {
  name: 'listContactMessages',
  summary: 'List contact messages, newest first',
  access: 'admin',
  right: 'support',
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    /** Messages suspected to be spam are listed only with the status `suspected`, until an admin answers them. */
    status: optionalFilter(
      z.enum(['open', 'answered', 'suspected'], { error: 'Choose open, answered or suspected.' }),
    ),
    /** Part of the name, the email or the message, or a phone in the message. */
    search: optionalFilter(filterText()),
  }),
  answer: pagedDocs(contactMessage),
})

export const markContactMessage = endpoint('PUT', '/api/contact/{id}', {
  name: 'markContactMessage',
  summary: 'Mark a contact message as answered or as waiting',
  access: 'admin',
  right: 'support',
  params: idParams,
  body: z.strictObject({ answered: z.boolean({ error: 'Choose answered or not answered.' }) }),
  answer: contactMessage,
  errors: ['CONTACT_MESSAGE_NOT_FOUND'],
})

export const answerContactMessage = endpoint('POST', '/api/contact/{id}/answer', {
  name: 'answerContactMessage',
  summary: 'Mail an answer to the sender of a contact message, and keep it with the message',
  access: 'admin',
  right: 'support',
  params: idParams,
  body: z.strictObject({
    answer: requiredLines('Write an answer.', maxLengths.message),
    /** Whether the mail has a button that opens the quote form, in which the traveller makes an enquiry. */
    quoteForm: z.boolean().default(false),
  }),
  answer: contactMessage,
  message: 'Answer sent.',
  errors: ['CONTACT_MESSAGE_NOT_FOUND', 'CONTACT_MESSAGE_ANSWERED'],
})
