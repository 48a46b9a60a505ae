import { z } from 'zod'
import { embedDomains } from './embed.ts'
import { endpoint } from './endpoint.ts'
import { requiredTexts } from './field-checks.ts'
import {
  day,
  id,
  idParams,
  instant,
  optionalFilter,
  requiredLines,
  requiredText,
} from './fields.ts'
import { intakeLimits, intakeStatuses } from './intake.ts'
import { leadType, leadTypes, tripType, tripTypes } from './leads.ts'
import { rupees, rupeesInput } from './money.ts'
import { currentPassword } from './passwords.ts'
import {
  type MappedField,
  mappedFields,
  newSourceKinds,
  sourceKinds,
  sourceLimits,
  sourceStates,
} from './source-labels.ts'

const sourceName = requiredText(requiredTexts.name, sourceLimits.name)

/** An id at Meta, which can have more than 53 bits. */
const metaId = z
  .string()
  .trim()
  .regex(/^\d{1,30}$/, { error: 'Enter the digits of the ID.' })

/** What an admin sets of a source. The built-in sources have none. */
const sourceSettings = {
  name: sourceName,
  /** The calls of a paused source are rejected. */
  state: z.enum(sourceStates, { error: 'Choose active or paused.' }),
  /** Enquiries of a day in India; null: no limit. */
  dailyLimit: z
    .int({ error: 'Enter a whole number, or nothing.' })
    .min(1, { error: 'Enter 1 or more, or nothing.' })
    .max(sourceLimits.dailyLimit, { error: `Enter ${sourceLimits.dailyLimit} or less.` })
    .nullable(),
  /** What an enquiry gets that does not say it; null: it stays unknown. */
  leadType: leadType.nullable(),
  tripType: tripType.nullable(),
  /** The consent text that the form of the source shows. A changed text is a new version. */
  consentText: requiredLines('Enter the consent text.', sourceLimits.consentText),
  /** A complete enquiry that is neither suspected nor a duplicate becomes a lead at once. */
  publishAtOnce: z.boolean({ error: 'Choose on or off.' }),
  /** Only of a Meta source: whose leads it gets. Null: of no page; of all forms of the page that no other source has. */
  metaPageId: metaId.nullable().optional(),
  metaFormId: metaId.nullable().optional(),
  /** Only of an embedded form: the websites that may show it. */
  domains: embedDomains.optional(),
}

/** A question of the form of a source, and the field that it means; null: its answers are kept as text. */
const mappedQuestion = z.object({
  question: z.string().max(intakeLimits.question),
  field: z
    .enum(Object.keys(mappedFields) as MappedField[], { error: 'Choose a field.' })
    .nullable(),
})

export const sourceForm = z.strictObject(sourceSettings)

/** A field that is left out keeps its value. */
const sourceChange = sourceForm.extend({ questions: z.array(mappedQuestion).max(50) }).partial()
export type SourceChange = z.input<typeof sourceChange>

/** A source, with the figures of the enquiries that it brought in a period. */
const source = z.object({
  _id: id,
  kind: z.enum(sourceKinds),
  name: z.string(),
  state: z.enum(sourceStates),
  dailyLimit: z.int().nullable(),
  leadType: z.enum(leadTypes).nullable(),
  tripType: z.enum(tripTypes).nullable(),
  publishAtOnce: z.boolean(),
  metaPageId: z.string().nullable(),
  metaFormId: z.string().nullable(),
  domains: z.array(z.string()),
  createdAt: instant,
  /** When its last enquiry arrived; null: none has. */
  lastArrivalAt: instant.nullable(),
  /** It has brought no enquiry for much longer than usual. */
  isSilent: z.boolean(),
  /** Of the enquiries, or the leads entered by an admin, that arrived in the period, whatever happened to them later. */
  figures: z.object({
    received: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    /** They became leads. */
    published: z.int(),
    /** Agents bought their leads. */
    sold: z.int(),
    returned: z.int(),
    /** What the leads were sold for: from wallets, and for a lead of a plan its share of the price of the plan. */
    revenue: rupees,
    /** The revenue without what approved returns gave back, counted in the same way. */
    net: rupees,
    /** From putting a lead on sale to its sale; null for fewer than `minSourceFigures` sales. */
    medianMinutesToSale: z.int().nullable(),
    /** What admins entered as the cost of the days in the period. */
    cost: rupees,
    /** Net per rupee of the cost, two decimals; null without a cost, or for fewer than `minSourceFigures` enquiries. */
    netPerRupee: z.number().nullable(),
  }),
})
export type Source = z.output<typeof source>

/** Days in Asia/Kolkata, both included. Without them: all. */
const period = z.strictObject({ from: optionalFilter(day), to: optionalFilter(day) })

export const listSources = endpoint('GET', '/api/sources', {
  name: 'listSources',
  summary: 'List the sources of enquiries, with the figures of a period',
  access: 'admin',
  right: 'leads',
  list: true,
  query: period,
  answer: z.array(source),
})

/** What became of a delivery: as in the answer to its sender, or refused, or a test, which makes no enquiry. */
export const arrivalOutcomes = [...intakeStatuses, 'refused', 'test'] as const
export type ArrivalOutcome = (typeof arrivalOutcomes)[number]

/** Arrivals in a response. */
export const maxArrivals = 20

/** Days of the costs in a response. */
export const maxSourceCosts = 60

export const getSource = endpoint('GET', '/api/sources/{id}', {
  name: 'getSource',
  summary: 'Get a source with its consent texts and its latest costs',
  access: 'admin',
  right: 'leads',
  list: true,
  params: idParams,
  query: period,
  answer: source.extend({
    /** The consent texts, the latest first, which the form shows. Empty for a built-in source. */
    consents: z.array(z.object({ version: z.int(), text: z.string(), since: instant })),
    /** The questions that its form has asked, except those of the provider. */
    questions: z.array(mappedQuestion),
    /** Null: not a source of Meta. Whether its leads can arrive; those that are being fetched, and that could not be. */
    meta: z
      .object({
        mode: z.enum(['off', 'sandbox', 'live']),
        waiting: z.int(),
        failed: z.int(),
      })
      .nullable(),
    /** The latest deliveries, the latest first. Refusals and tests are kept for a week. */
    arrivals: z
      .array(
        z.object({
          _id: id,
          at: instant,
          outcome: z.enum(arrivalOutcomes),
          /** The error code of a refusal, and the wrong fields. */
          code: z.string().nullable(),
          fields: z.array(z.string()),
          /** Null: none, or erased. */
          reference: z.string().nullable(),
        }),
      )
      .max(maxArrivals),
    /** The latest days with a cost, the latest first, at most `maxSourceCosts`. */
    costs: z.array(z.object({ day, amount: rupees })).max(maxSourceCosts),
  }),
  errors: ['SOURCE_NOT_FOUND'],
})

export const newSourceForm = z
  .strictObject({
    name: sourceName,
    kind: z.enum(newSourceKinds, { error: 'Choose a kind.' }),
    /** Required for Google Ads, because the answer has a secret. */
    password: currentPassword.optional(),
  })
  .refine(({ kind, password }) => kind !== 'google-ads' || password !== undefined, {
    path: ['password'],
    error: 'Enter your current password.',
  })

/** As a form sends it. */
export type NewSource = z.input<typeof newSourceForm>

export const createSource = endpoint('POST', '/api/sources', {
  name: 'createSource',
  summary: 'Create a source',
  access: 'admin',
  right: 'leads',
  body: newSourceForm,
  answer: z.object({
    _id: id,
    /** Only here, for Google Ads: the database has its hash. */
    secret: z.string().optional(),
  }),
  status: 201,
  message: 'Source created.',
  errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
})

export const updateSource = endpoint('PUT', '/api/sources/{id}', {
  name: 'updateSource',
  summary: 'Change the settings of a source. A field that is left out keeps its value',
  access: 'admin',
  right: 'leads',
  params: idParams,
  body: sourceChange,
  message: 'Source saved.',
  errors: ['SOURCE_NOT_FOUND', 'SOURCE_BUILT_IN', 'META_PAGE_TAKEN'],
})

export const renewSourceSecret = endpoint('POST', '/api/sources/{id}/secret', {
  name: 'renewSourceSecret',
  summary: 'Replace the secret of a Google Ads source. The earlier one ends at once',
  access: 'admin',
  right: 'leads',
  params: idParams,
  body: z.strictObject({ password: currentPassword }),
  answer: z.object({ secret: z.string() }),
  message: 'The secret was replaced.',
  errors: ['SOURCE_NOT_FOUND', 'SOURCE_BUILT_IN', 'CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
})

export const sourceCostForm = z.strictObject({
  day,
  /** 0 removes the cost. */
  amount: rupeesInput({ invalid: 'Enter an amount, or 0.', minPaise: 0 }),
})

export type SourceCost = z.input<typeof sourceCostForm>

export const setSourceCost = endpoint('PUT', '/api/sources/{id}/costs', {
  name: 'setSourceCost',
  summary: 'Set what a source cost on a day',
  access: 'admin',
  right: 'leads',
  params: idParams,
  body: sourceCostForm,
  message: 'Cost saved.',
  errors: ['SOURCE_NOT_FOUND'],
})
