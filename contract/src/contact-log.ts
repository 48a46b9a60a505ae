import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, idParams, instant, person } from './fields.ts'
import { type ContactOutcome, contactChannels, contactOutcomes } from './pipeline-labels.ts'

export const outcomeCodes = Object.keys(contactOutcomes) as ContactOutcome[]

/** One tap on call, WhatsApp or email of a bought lead, with its outcome. */
export const contactAttempt = z.object({
  _id: id,
  channel: z.enum(contactChannels),
  tappedAt: instant,
  /** When the server received a tap that the browser had kept without network; null if the tap arrived at once. */
  receivedAt: instant.nullable(),
  ...person,
  /** Null: the agent has not entered one; in a decided request also null if it was entered after the decision. */
  outcome: z.enum(outcomeCodes).nullable(),
  outcomeAt: instant.nullable(),
  /** The day on which the traveller wants a call, YYYY-MM-DD; only with 'call-later'. */
  callLaterOn: z.string().nullable(),
})
export type ContactAttempt = z.output<typeof contactAttempt>

/** The latest call or message of a bought lead. */
export const lastContact = z.object({
  channel: z.enum(contactChannels),
  at: instant,
  outcome: z.enum(outcomeCodes).nullable(),
})

/** Each bought lead has at most this many entries in its log. */
export const maxContactAttempts = 500

/** A tap that the browser has kept for longer than 30 days is recorded with the time of 30 days ago. */
export const maxKeptSeconds = 30 * 24 * 60 * 60

/** Entries of a log that a replacement request shows. */
export const maxListedContacts = 50

/**
 * The caller chooses the ID, so that a repeated request does not record the contact twice, and the outcome can be sent
 * before the response arrives. Browsers send the request with `keepalive`, because the dialler can replace the page.
 */
export const recordContact = endpoint('POST', '/api/pipeline/contacts', {
  name: 'recordContact',
  summary: 'Record that the caller tapped call, WhatsApp or email of a bought lead',
  access: 'agent',
  lowestRole: 'caller',
  body: z.strictObject({
    id,
    leadId: id,
    channel: z.enum(contactChannels, { error: 'Choose call, WhatsApp or email.' }),
    /** Seconds since the tap, by the clock of the browser, which kept the tap because the network failed. */
    keptSeconds: z
      .int({ error: 'This is not a number of seconds.' })
      .min(0)
      .default(0)
      .transform((seconds) => Math.min(seconds, maxKeptSeconds)),
  }),
  answer: contactAttempt,
  status: 201,
  errors: ['LEAD_NOT_FOUND', 'CONTACT_STOPPED', 'TOO_MANY_REQUESTS'],
})

/** A first contact that reaches the traveller moves the card from New to Contacted. */
export const setContactOutcome = endpoint('PUT', '/api/pipeline/contacts/{id}', {
  name: 'setContactOutcome',
  summary:
    'Enter or correct the outcome of a contact. ‘call-later’ sets the follow-up to its day, or, if there is none yet, to tomorrow',
  access: 'agent',
  lowestRole: 'caller',
  params: idParams,
  body: z
    .strictObject({
      outcome: z.enum(outcomeCodes, { error: 'Choose an outcome.' }),
      callLaterOn: day.nullish(),
    })
    .refine(({ outcome, callLaterOn }) => outcome === 'call-later' || !callLaterOn, {
      path: ['callLaterOn'],
      error: 'Only ‘Asked to call later’ has a day.',
    }),
  answer: contactAttempt,
  errors: ['PIPELINE_ENTRY_NOT_FOUND', 'OUTCOME_IN_REQUEST', 'TOO_MANY_REQUESTS'],
})
