import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { possibleTrip, tripFields, withUnknowns } from './enquiries.ts'
import { linesError } from './field-checks.ts'
import { id, linesText, requiredLines, requiredText, withCheck } from './fields.ts'
import { maxBatchLeads } from './integration-limits.ts'
import { sourceLimits } from './source-labels.ts'

export const intakeLimits = {
  externalId: 100,
  message: 2000,
  budget: 100,
  /** Further answers: how many, and the length of a question and of an answer. */
  extra: 20,
  question: 200,
  answer: 500,
} as const

/** Clocks differ by some minutes. */
const maxClockLeadMs = 10 * 60_000

const plainText = (maxLength: number) =>
  withCheck(z.string({ error: 'Enter a text.' }), (text) => linesError(text, maxLength))

/** The consent of the traveller, as the source recorded it. */
const consent = z.strictObject(
  {
    /** The text that the traveller agreed to. */
    text: requiredLines('Send the text that the traveller agreed to.', sourceLimits.consentText),
    /** When the traveller agreed. */
    at: z.iso
      .datetime({
        offset: true,
        error: 'Enter the time of the consent, such as 2026-11-29T10:00:00Z.',
      })
      .refine((at) => Date.parse(at) <= Date.now() + maxClockLeadMs, {
        error: 'The time of the consent is in the future.',
      }),
    /** The address from which the traveller agreed. */
    ip: z.union([z.ipv4(), z.ipv6()], { error: 'Enter an IP address.' }).optional(),
  },
  { error: 'An enquiry needs the consent of the traveller.' },
)

/** An enquiry from a program. The fields of the trip are those of the quote form. */
export const intakeLead = possibleTrip(
  z.strictObject({
    ...tripFields,
    /** The id at the source. The same id again gets the first answer, and changes nothing. */
    externalId: requiredText(
      'Send the ID that this enquiry has at the source.',
      intakeLimits.externalId,
    ),
    /** As the traveller wrote it. It is kept as text: `budgetPerPerson` is the field with choices. */
    budget: z.union([plainText(intakeLimits.budget), z.number().nonnegative()]).nullish(),
    message: linesText(intakeLimits.message).nullish(),
    /** Further questions with their answers. */
    extra: z
      .record(plainText(intakeLimits.question), plainText(intakeLimits.answer))
      .refine((answers) => Object.keys(answers).length <= intakeLimits.extra, {
        error: `At most ${intakeLimits.extra} further answers.`,
      })
      .nullish(),
    consent,
  }),
).transform(({ budget, extra, message, ...form }) => ({
  ...withUnknowns(form),
  leadType: form.leadType ?? null,
  message: message || null,
  extra: { ...extra, ...(budget !== null && budget !== undefined && { budget: String(budget) }) },
}))
export type IntakeLead = z.output<typeof intakeLead>

/**
 * What became of an enquiry when it arrived.
 * - received: it waits for an admin
 * - duplicate: it waits too; an earlier enquiry or lead has the contact
 * - suspected: its contact has sent too many enquiries
 * - published: it is a lead on sale
 */
export const intakeStatuses = ['received', 'duplicate', 'suspected', 'published'] as const
export type IntakeStatus = (typeof intakeStatuses)[number]

const intakeAnswer = z.object({
  enquiryId: id,
  status: z.enum(intakeStatuses),
  /** The lead of a published enquiry. */
  leadId: id.optional(),
})
export type IntakeAnswer = z.output<typeof intakeAnswer>

export const receiveLead = endpoint('POST', '/api/intake/leads', {
  name: 'receiveLead',
  summary: 'Send an enquiry of a source. The same externalId again gets the first answer with 200',
  access: 'intake:write',
  body: intakeLead,
  answer: intakeAnswer,
  status: 201,
  repeatStatus: 200,
  errors: ['SOURCE_LIMIT_REACHED', 'TOO_BUSY_RETRY'],
})

export const receiveLeads = endpoint('POST', '/api/intake/leads/batch', {
  name: 'receiveLeads',
  summary: 'Send up to 500 enquiries of a source. Each is stored or refused separately',
  access: 'intake:write',
  body: z.strictObject({
    leads: z
      .array(z.looseObject({}).meta({ description: 'As in receiveLead' }))
      .min(1, { error: 'Send at least one enquiry.' })
      .max(maxBatchLeads, { error: `At most ${maxBatchLeads} enquiries.` }),
  }),
  /** 500 enquiries with long texts. */
  maxBodyBytes: 2 * 1024 * 1024,
  answer: z.object({
    /** In the order of the request. */
    results: z.array(
      z.object({
        /** Null: none was sent. */
        externalId: z.string().nullable(),
        ...intakeAnswer.partial().shape,
        /** The error code of an enquiry that was refused. */
        code: z.string().optional(),
        fieldErrors: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
})
