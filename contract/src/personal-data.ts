import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidTexts } from './field-checks.ts'
import { emailField, instant, phoneField } from './fields.ts'

/** The contact to search for. A record matches if it has this phone or this email, in any case. */
export const travellerContact = z
  .strictObject({
    phone: z.preprocess(
      (value) => (value === '' ? undefined : value),
      phoneField(invalidTexts.phone).optional(),
    ),
    email: z.preprocess(
      (value) => (value === '' ? undefined : value),
      emailField(invalidTexts.email).optional(),
    ),
  })
  .refine(({ phone, email }) => phone !== undefined || email !== undefined, {
    path: ['phone'],
    error: 'Enter a phone number or an email.',
  })
export type TravellerContact = z.output<typeof travellerContact>

/** A summary of one stored record of a traveller. */
export const personalRecord = z.object({
  kind: z.enum(['enquiry', 'lead', 'message', 'import-row']),
  /** RQ- or LD-number, file and row of an import; null of a message. */
  reference: z.string().nullable(),
  createdAt: instant,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** new, converted, …; for sale, sold, deleted; open, answered. */
  status: z.string(),
  /** Company of the agent who bought the lead. */
  boughtBy: z.string().nullable(),
  /** Whether an erasure empties it. A lead that an agent has bought stays with its buyer. */
  erasable: z.boolean(),
})
export type PersonalRecord = z.output<typeof personalRecord>

export const findPersonalData = endpoint('POST', '/api/personal-data/find', {
  name: 'findPersonalData',
  summary: 'Find a traveller’s personal data by phone or email',
  access: 'admin',
  right: 'support',
  list: true,
  body: travellerContact,
  answer: z.object({ records: z.array(personalRecord) }),
})

export const exportPersonalData = endpoint('POST', '/api/personal-data/export', {
  name: 'exportPersonalData',
  summary: 'Export a traveller’s personal data as a JSON file',
  access: 'admin',
  right: 'support',
  list: true,
  body: travellerContact,
  answerType: 'application/json; charset=utf-8',
})

export const erasePersonalData = endpoint('POST', '/api/personal-data/erase', {
  name: 'erasePersonalData',
  summary:
    'Erase a traveller’s personal data, except in bought leads. Unsold leads are removed from sale',
  access: 'admin',
  right: 'support',
  body: travellerContact,
  answer: z.object({
    enquiries: z.int(),
    leads: z.int(),
    messages: z.int(),
    /** LD-numbers of the leads that stay with their buyers, who got a mail. */
    kept: z.array(z.string()),
  }),
  message: 'The traveller’s data has been erased.',
})
