import { z } from 'zod'
import { callReport } from './call-reports.ts'
import { endpoint } from './endpoint.ts'
import { quoteFields } from './enquiry-form.ts'
import { enquiryConsent, enquirySources } from './enquiry-labels.ts'
import { invalidTexts } from './field-checks.ts'
import {
  countField,
  emailField,
  filterText,
  id,
  idParams,
  instant,
  nameField,
  optionalFilter,
  optionalPlace,
  pagedDocs,
  pageLimit,
  pageNumber,
  phoneField,
  withCheck,
} from './fields.ts'
import {
  convertForm,
  knownLead,
  lead,
  leadsPerPage,
  leadType,
  leadTypes,
  newLead,
  type TripType,
  tripType,
  tripTypes,
  tripWishes,
  type WishesInput,
  wishAnswers,
  wishesOf,
} from './leads.ts'

import { tripErrorFields, tripErrors } from './trip-checks.ts'
import { travelDateError, tripCounts } from './trip-field-checks.ts'

export type { EnquirySource } from './enquiry-labels.ts'
export { mailedEnquiryPath, ownEnquiryPath, tripCountries, tripKinds } from './enquiry-labels.ts'
export { enquiryConsent, enquirySources }

/** The states of an enquiry. */
export const enquiryStatuses = ['new', 'converted', 'rejected', 'withdrawn'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

/**
 * The states of an enquiry. A decision is final, except that the traveller may withdraw a converted enquiry.
 * - convert: an admin creates a lead from it, once.
 * - reject: an admin closes it as spam, a duplicate or something else.
 * - correct: its traveller changes it; after conversion only while the lead is for sale.
 * - withdraw: its traveller withdraws it, which ends the sale of an unsold lead.
 * - verify: its traveller proves that the email or the phone is theirs.
 */
export const enquiryStates = {
  new: {
    convert: 'converted',
    reject: 'rejected',
    correct: 'new',
    withdraw: 'withdrawn',
    verify: 'new',
  },
  converted: { correct: 'converted', withdraw: 'withdrawn', verify: 'converted' },
  rejected: {},
  withdrawn: {},
} as const satisfies Record<EnquiryStatus, Partial<Record<EnquiryAction, EnquiryStatus>>>

export type EnquiryAction = 'convert' | 'reject' | 'correct' | 'withdraw' | 'verify'

export const rejectReasons = ['spam', 'duplicate', 'other'] as const
export type RejectReason = (typeof rejectReasons)[number]

/** Days in which a second enquiry with the same phone or email counts as a duplicate. */
export const duplicateWithinDays = 30

/** If a traveller corrects one of these fields, the unsold lead is off sale until an admin has read it. */
export const reviewedFields = ['name', 'phone', 'email', 'city', 'destination'] as const

/** An empty select or field counts as absent. */
const absent = (value: unknown) => (value === '' ? undefined : value)

/** The fields of a trip that a traveller fills in and can correct later. */
export const tripFields = {
  name: nameField(),
  phone: phoneField(),
  email: z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    emailField(invalidTexts.email).nullish(),
  ),
  city: optionalPlace(),
  destination: optionalPlace(),
  travelDate: z.preprocess(
    absent,
    withCheck(z.string({ error: invalidTexts.day }), travelDateError)
      .meta({ format: 'date' })
      .nullish(),
  ),
  travelDays: z.preprocess(absent, countField(tripCounts.travelDays).nullish()),
  travelNights: z.preprocess(absent, countField(tripCounts.travelNights).nullish()),
  adult: z.preprocess(absent, countField(tripCounts.adult).nullish()),
  children: z.preprocess(absent, countField(tripCounts.children).nullish()),
  infant: z.preprocess(absent, countField(tripCounts.infant).nullish()),
  tripType: z.preprocess(absent, tripType.nullish()),
  leadType: z.preprocess((value) => (value === '' ? null : value), leadType.nullish()),
  ...tripWishes,
}

interface TripInput extends WishesInput {
  email?: string | null | undefined
  city: string | null
  destination: string | null
  travelDate?: string | null | undefined
  travelDays?: number | null | undefined
  travelNights?: number | null | undefined
  adult?: number | null | undefined
  children?: number | null | undefined
  infant?: number | null | undefined
  tripType?: TripType | null | undefined
}

/** Converts absent fields to null, which means unknown. */
export function withUnknowns<F extends TripInput>(form: F) {
  return {
    ...form,
    email: form.email ?? null,
    travelDate: form.travelDate ?? null,
    travelDays: form.travelDays ?? null,
    travelNights: form.travelNights ?? null,
    adult: form.adult ?? null,
    children: form.children ?? null,
    infant: form.infant ?? null,
    tripType: form.tripType ?? null,
    ...wishesOf(form),
  }
}

/** Rejects impossible trips. Their errors are reported together with all other errors. */
export function possibleTrip<S extends z.ZodType>(schema: S): S {
  let checked = schema
  for (const field of tripErrorFields) {
    checked = checked.refine((form) => tripErrors(form as object)[field] === undefined, {
      path: [field],
      error: ({ input }) => tripErrors(input as object)[field],
      when: () => true,
    })
  }
  return checked
}

/** The error for a page that was opened before the text changed. The stored consent must be the text that was shown. */
export const consentOutdated =
  'The text you are agreeing to has changed since you opened this page. Please reload the page and read it again.'

function showedPresentConsent(form: unknown): boolean {
  const { consentVersion, sourceId } = (form ?? {}) as Record<string, unknown>
  // The consent texts of a source are in the database.
  return (
    sourceId !== undefined ||
    consentVersion === undefined ||
    consentVersion === enquiryConsent.version
  )
}

/** A correction replaces all fields of the trip. Only an absent lead type remains unchanged. */
export const enquiryCorrection = possibleTrip(z.strictObject(tripFields)).transform(withUnknowns)
export type EnquiryCorrection = z.output<typeof enquiryCorrection>

/**
 * The quote form. `website` is a honeypot: it is hidden, so only programs and auto-filling browsers fill it in. The
 * response is that of a success. Admins see such enquiries separately, as suspected spam.
 */
export const enquiryForm = possibleTrip(
  z.strictObject({
    ...tripFields,
    source: z.preprocess(
      absent,
      z.enum(enquirySources, { error: 'Choose how you found us.' }).default('Website'),
    ),
    consent: z.literal(true, { error: quoteFields.consent.required }),
    /** Version of the consent text shown beside the checkbox. Default: the current version. */
    consentVersion: z.string().optional(),
    website: z.string().max(1000).optional(),
    /** Of an embedded form (`embed.ts`). Its version of the consent text is required. */
    sourceId: id.optional(),
  }),
)
  .refine(showedPresentConsent, {
    path: ['consent'],
    error: consentOutdated,
    // Reported together with all other errors.
    when: () => true,
  })
  .transform((form) => ({ ...withUnknowns(form), leadType: form.leadType ?? null }))
export type EnquiryFields = z.output<typeof enquiryForm>

/** The secret of a traveller's own link: 256 bits. */
export const tokenParams = z.strictObject({ token: z.string() })

export const createEnquiry = endpoint('POST', '/api/enquiries', {
  name: 'createEnquiry',
  summary: 'Send an enquiry',
  access: 'public',
  body: enquiryForm,
  answer: z.object({
    /** RQ-000123, for people to quote. It gives no access. */
    reference: z.string(),
    /** Opens the traveller's own page (`ownEnquiryPath`); only in this response and in the mail. */
    token: z.string(),
    /** Whether a code by SMS can verify the phone: it is an Indian mobile number, and SMS are sent. */
    canVerifyPhone: z.boolean(),
  }),
  status: 201,
  message: 'Thank you! Your enquiry has reached us.',
  errors: ['TOO_MANY_REQUESTS', 'SOURCE_NOT_FOUND', 'SOURCE_PAUSED', 'SOURCE_LIMIT_REACHED'],
})

/** What admins and its traveller see of an enquiry. */
export const enquiryFields = {
  reference: z.string(),
  createdAt: instant,
  status: z.enum(enquiryStatuses),
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  city: z.string().nullable(),
  destination: z.string().nullable(),
  travelDate: z.string().nullable(),
  travelDays: z.int().nullable(),
  travelNights: z.int().nullable(),
  adult: z.int().nullable(),
  children: z.int().nullable(),
  infant: z.int().nullable(),
  tripType: z.enum(tripTypes).nullable(),
  /** Null, like every field above: the traveller did not say. */
  leadType: z.enum(leadTypes).nullable(),
  ...wishAnswers,
  /** When the traveller verified the contact; null: not verified. A corrected contact is not verified any more. */
  emailVerifiedAt: instant.nullable(),
  phoneVerifiedAt: instant.nullable(),
  source: z.enum(enquirySources),
  /** From the form of another source: a message, and further questions with their answers. */
  message: z.string().nullable(),
  extra: z.record(z.string(), z.string()),
  /** The consent text that the traveller agreed to, and when. */
  consentText: z.string(),
  consentAt: instant,
  /** When the traveller last changed it; null: never. */
  correctedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
}

/** Fields that count as missing if they are empty, because an agent would ask for them first. */
export const missingFields = [
  'email',
  'city',
  'destination',
  'travelDate',
  'members',
  'leadType',
] as const

/** The source of an enquiry or a lead (`sources.ts`). */
const sourceName = z.object({ _id: id, name: z.string() })

/** An enquiry as admins see it. */
export const enquiry = z.object({
  _id: id,
  ...enquiryFields,
  /**
   * The latest earlier enquiry of 30 days with the same phone or email, else the latest such lead of 90 days, on sale or sold.
   * Set when this enquiry was sent or corrected.
   */
  duplicateOf: z
    .object({
      kind: z.enum(['enquiry', 'lead']),
      _id: id,
      /** RQ-000123 or LD-000123. */
      reference: z.string(),
      status: z.enum([...enquiryStatuses, ...lead.shape.satatus.options]),
      ...knownLead.pick({ createdAt: true, deleted: true, name: true, destination: true }).shape,
      city: z.string().nullable(),
      travelDate: z.string().nullable(),
      /** Null: the contact was corrected since. */
      matched: knownLead.shape.matched.nullable(),
    })
    .nullable(),
  quality: z.object({
    complete: z.boolean(),
    missing: z.array(z.enum(missingFields)),
    /** A number that can exist: an Indian mobile, or a foreign one; not 9999999999. */
    plausiblePhone: z.boolean(),
    /** The mail domain has the form of one that receives mail; null: no email was given. */
    plausibleEmail: z.boolean().nullable(),
  }),
  /** The source that it came from, such as the quote form. `source` is how the traveller found Raahi. */
  arrivedBy: sourceName,
  /** The honeypot was filled in, or the phone or email has sent too many enquiries. */
  suspected: z.boolean(),
  rejectReason: z.enum(rejectReasons).nullable(),
  /** When an admin converted or rejected it, and which admin. */
  decidedAt: instant.nullable(),
  decidedBy: z.object({ _id: id, name: z.string() }).nullable(),
  /** The lead created from it. `deleted`: no list contains the lead any more. */
  lead: z
    .object({
      _id: id,
      leadId: z.string(),
      name: z.string(),
      satatus: lead.shape.satatus,
      expired: lead.shape.expired,
      deleted: z.boolean(),
      /** The fields that the traveller corrected and no admin has read. The lead is then off sale. Empty: not under review. */
      corrections: z.array(
        z.object({
          field: z.enum(reviewedFields),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  /** The traveller's report that no one has called, and the agent it is about; null: none. */
  callReport: callReport
    .extend({ agent: z.object({ _id: id, name: z.string(), companyName: z.string() }) })
    .nullable(),
})
export type Enquiry = z.output<typeof enquiry>

export const listEnquiries = endpoint('GET', '/api/enquiries', {
  name: 'listEnquiries',
  summary: 'List enquiries. Default order: newest first',
  access: 'admin',
  right: ['leads', 'support'],
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    status: optionalFilter(
      z.enum(enquiryStatuses, { error: 'Choose new, converted, rejected or withdrawn.' }),
    ),
    /** Part of the name, email, phone, city or destination; or RQ-000123, or the LD-number of its lead. */
    search: optionalFilter(filterText()),
    /** Only those that are, or are not, a duplicate of an earlier one. */
    duplicates: optionalFilter(z.enum(['only', 'none'], { error: 'Choose only or none.' })),
    /** Only suspected ones. Without this filter, undecided suspected ones are left out, except in a search by number. */
    suspected: optionalFilter(z.enum(['only'], { error: 'Choose only.' })),
    /** Those whose traveller waits for a call and whose agent has not answered. */
    calls: optionalFilter(z.enum(['open'], { error: 'Choose open.' })),
    /** Those whose lead is off sale until an admin has read a correction. */
    corrected: optionalFilter(z.enum(['open'], { error: 'Choose open.' })),
    /** createdAt: the longest wait first. */
    sort: optionalFilter(
      z.enum(['-createdAt', 'createdAt'], { error: 'This sort order is not recognised.' }),
    ),
  }),
  answer: pagedDocs(enquiry),
})

/** Each figure is counted up to `maxOpenWorkCounted`. */
export const countWaiting = endpoint('GET', '/api/enquiries/waiting', {
  name: 'countWaiting',
  summary: 'Count open and suspected enquiries and contact messages, each up to 1000',
  access: 'admin',
  right: ['leads', 'support'],
  answer: z.object({
    enquiries: z.int(),
    /** Leads that are off sale until an admin has read a correction. */
    corrections: z.int(),
    suspectedEnquiries: z.int(),
    /** Both only for admins with the right `support`. */
    messages: z.int().optional(),
    suspectedMessages: z.int().optional(),
  }),
})

export const convertEnquiry = endpoint('POST', '/api/enquiries/{id}/convert', {
  name: 'convertEnquiry',
  summary: 'Convert an enquiry into a lead, once',
  access: 'admin',
  right: 'leads',
  params: idParams,
  query: z.strictObject({
    /**
     * `correctedAt` of the enquiry when the form was opened; empty if it was null. If the traveller has corrected the
     * enquiry since, the call is rejected, so that the lead does not contain outdated data. Absent: no comparison.
     */
    correctedAt: z.union([instant, z.literal('')]).optional(),
  }),
  body: convertForm,
  answer: newLead,
  status: 201,
  message: 'Enquiry converted to a lead.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_ALREADY_DECIDED', 'ENQUIRY_CORRECTED'],
})

export const rejectEnquiry = endpoint('POST', '/api/enquiries/{id}/reject', {
  name: 'rejectEnquiry',
  summary: 'Reject an enquiry',
  access: 'admin',
  right: 'leads',
  params: idParams,
  body: z.strictObject({
    reason: z.enum(rejectReasons, { error: 'Choose spam, duplicate or other.' }),
  }),
  answer: enquiry,
  message: 'Enquiry rejected.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_ALREADY_DECIDED'],
})

export const putOnSale = endpoint('POST', '/api/enquiries/{id}/put-on-sale', {
  name: 'putOnSale',
  summary: 'Put the lead of a corrected enquiry on sale again',
  access: 'admin',
  right: 'leads',
  params: idParams,
  query: z.strictObject({
    /** `correctedAt` of the enquiry when it was read. If it was corrected since, the call is rejected. Absent: no comparison. */
    correctedAt: instant.optional(),
  }),
  answer: enquiry,
  message: 'Lead is on sale again.',
  errors: ['ENQUIRY_NOT_FOUND', 'LEAD_NOT_UNDER_REVIEW', 'ENQUIRY_CORRECTED'],
})

export const getLeadOrigin = endpoint('GET', '/api/leads/{id}/origin', {
  name: 'getLeadOrigin',
  summary: 'Get the enquiry that a lead was converted from, with the traveller’s consent',
  access: 'admin',
  right: ['leads', 'support'],
  params: idParams,
  /** Null fields: an admin entered the lead by hand. */
  answer: z.object({
    enquiry: z.object({ _id: id, reference: z.string() }).nullable(),
    source: z.enum(enquirySources).nullable(),
    arrivedBy: sourceName,
    consentText: z.string().nullable(),
    consentAt: instant.nullable(),
  }),
  errors: ['LEAD_NOT_FOUND'],
})

export const listLeadOrigins = endpoint('GET', '/api/leads/origins', {
  name: 'listLeadOrigins',
  summary: 'List where the given leads came from',
  access: 'admin',
  right: ['leads', 'support'],
  query: z.strictObject({
    /** Ids of leads, separated by commas, at most as many as one page lists. */
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).max(leadsPerPage, { error: `At most ${leadsPerPage} leads.` })),
  }),
  answer: z.array(
    z.object({
      leadId: id,
      arrivedBy: sourceName,
      /** The enquiry. Null: it has been erased. Absent: an admin entered the lead by hand. */
      reference: z.string().nullable().optional(),
    }),
  ),
})
