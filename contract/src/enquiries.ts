import { z } from 'zod'
import { callReport } from './call-reports.ts'
import { endpoint } from './endpoint.ts'
import { quoteFields } from './enquiry-form.ts'
import { enquiryConsent, enquirySources, travelMonths } from './enquiry-words.ts'
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
  optionalText,
  pagedDocs,
  pageLimit,
  pageNumber,
  phoneField,
  withCheck,
} from './fields.ts'
import {
  budgetCodes,
  convertForm,
  lead,
  leadsPerPage,
  leadType,
  leadTypes,
  priorityCodes,
  type TripType,
  tripType,
  tripTypes,
  tripWishes,
  type WishesInput,
  wishesOf,
} from './leads.ts'
import { linkField } from './link-form.ts'
import { type TravellerAnswer, travellerAnswers } from './traveller-question.ts'
import { tripErrorFields, tripErrors } from './trip-checks.ts'
import { travelDateError, tripCounts } from './trip-field-checks.ts'

export type { EnquirySource } from './enquiry-words.ts'
export { mailedEnquiryPath, ownEnquiryPath, tripCountries, tripKinds } from './enquiry-words.ts'
export { enquiryConsent, enquirySources }

/** The states of an enquiry. */
export const enquiryStatuses = ['new', 'converted', 'rejected', 'withdrawn'] as const
export type EnquiryStatus = (typeof enquiryStatuses)[number]

/**
 * An enquiry's life. A decision is final; only its traveller may still withdraw a converted one.
 * - convert: an admin makes a lead of it, once.
 * - reject: an admin closes it as spam, a duplicate or something else.
 * - correct: its traveller changes it; after conversion only while the lead is for sale.
 * - withdraw: its traveller takes it back, which takes an unsold lead off sale.
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

/** Of a select or a field that was left empty. */
const absent = (value: unknown) => (value === '' ? undefined : value)

/** What a traveller can say of a trip, and change later. */
const tripFields = {
  name: nameField(),
  phone: phoneField(),
  email: z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    emailField(invalidTexts.email).nullish(),
  ),
  city: optionalText(),
  destination: optionalText(),
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

/** What was left out stays unknown. */
function withUnknowns<F extends TripInput>(form: F) {
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

/** Refuses what cannot be true of a trip, together with everything else that is wrong. */
function possibleTrip<S extends z.ZodType>(schema: S): S {
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

/** Of a page that was opened before the words changed: what is kept is what was read. */
const consentOutdated =
  'What you agree to here has changed since this page was opened. Please load the page again, and read it once more.'

function showedPresentConsent(form: unknown): boolean {
  const { consentVersion } = (form ?? {}) as { consentVersion?: unknown }
  return consentVersion === undefined || consentVersion === enquiryConsent.version
}

/** What a traveller may correct: all of it at once. Only a lead type that is left out stays as it is. */
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
  }),
)
  .refine(showedPresentConsent, {
    path: ['consent'],
    error: consentOutdated,
    // All that is wrong is said at once.
    when: () => true,
  })
  .transform((form) => ({ ...withUnknowns(form), leadType: form.leadType ?? null }))
export type EnquiryFields = z.output<typeof enquiryForm>

/** The secret of a traveller's own link: 256 bits. */
const tokenParams = z.strictObject({ token: z.string() })

export const createEnquiry = endpoint({
  name: 'createEnquiry',
  summary: 'Send an enquiry',
  method: 'POST',
  path: '/api/enquiries',
  access: 'public',
  body: enquiryForm,
  answer: z.object({
    /** RQ-000123: what people quote. It opens nothing. */
    reference: z.string(),
    /** Opens the traveller's own page (`ownEnquiryPath`); only in this response and in the mail. */
    token: z.string(),
    /** Whether a code by SMS can verify the phone: it is an Indian mobile number, and SMS are sent. */
    canVerifyPhone: z.boolean(),
  }),
  status: 201,
  message: 'Thank you! Your enquiry has reached us.',
  errors: ['TOO_MANY_REQUESTS'],
})

const enquiryFields = {
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
  travelMonth: z.enum(travelMonths).nullable(),
  budgetPerPerson: z.enum(budgetCodes).nullable(),
  priority: z.enum(priorityCodes).nullable(),
  /** When the traveller verified the contact; null: not verified. A corrected contact is not verified any more. */
  emailVerifiedAt: instant.nullable(),
  phoneVerifiedAt: instant.nullable(),
  source: z.enum(enquirySources),
  /** What the traveller agreed to, and when. */
  consentText: z.string(),
  consentAt: instant,
  /** When the traveller last changed it; null: never. */
  correctedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
}

/** What a traveller did not fill in and an agent would ask first. */
export const missingFields = [
  'email',
  'city',
  'destination',
  'travelDate',
  'members',
  'leadType',
] as const

/** An enquiry as admins see it. */
export const enquiry = z.object({
  _id: id,
  ...enquiryFields,
  /** The latest other enquiry of the 30 days before that had the same phone or email when this came or was corrected to it. */
  duplicateOf: z
    .object({ _id: id, reference: z.string(), status: z.enum(enquiryStatuses) })
    .nullable(),
  quality: z.object({
    complete: z.boolean(),
    missing: z.array(z.enum(missingFields)),
    /** A number that can exist: an Indian mobile, or a foreign one; not 9999999999. */
    plausiblePhone: z.boolean(),
    /** The mail domain has the form of one that receives mail; null: no email was given. */
    plausibleEmail: z.boolean().nullable(),
  }),
  /** The trap was filled in. */
  suspected: z.boolean(),
  rejectReason: z.enum(rejectReasons).nullable(),
  /** When an admin converted or rejected it, and who. */
  decidedAt: instant.nullable(),
  decidedBy: z.object({ _id: id, name: z.string() }).nullable(),
  /** The lead made of it; `deleted`: it is on no list any more. */
  lead: z
    .object({
      _id: id,
      leadId: z.string(),
      name: z.string(),
      satatus: lead.shape.satatus,
      expired: lead.shape.expired,
      deleted: z.boolean(),
    })
    .nullable(),
  /** The traveller's report that no one has called, and the agent it is about; null: none. */
  callReport: callReport
    .extend({ agent: z.object({ _id: id, name: z.string(), companyName: z.string() }) })
    .nullable(),
})
export type Enquiry = z.output<typeof enquiry>

export const listEnquiries = endpoint({
  name: 'listEnquiries',
  summary: 'List enquiries. Default order: newest first',
  method: 'GET',
  path: '/api/enquiries',
  access: 'admin',
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
    /** Those in the trap; without this the ones that wait are left out, but for who asks by number. */
    suspected: optionalFilter(z.enum(['only'], { error: 'Choose only.' })),
    /** Those whose traveller waits for a call and whose agent has not answered. */
    calls: optionalFilter(z.enum(['open'], { error: 'Choose open.' })),
    /** Oldest first is what waits longest. */
    sort: optionalFilter(
      z.enum(['-createdAt', 'createdAt'], { error: 'This sort order is not recognised.' }),
    ),
  }),
  answer: pagedDocs(enquiry),
})

/** Each figure is counted up to `maxOpenWorkCounted`. */
export const countWaiting = endpoint({
  name: 'countWaiting',
  summary: 'Count open and suspected enquiries and contact messages, each up to 1000',
  method: 'GET',
  path: '/api/enquiries/waiting',
  access: 'admin',
  answer: z.object({
    enquiries: z.int(),
    messages: z.int(),
    suspectedEnquiries: z.int(),
    suspectedMessages: z.int(),
  }),
})

export const convertEnquiry = endpoint({
  name: 'convertEnquiry',
  summary: 'Convert an enquiry into a lead, once',
  method: 'POST',
  path: '/api/enquiries/{id}/convert',
  access: 'admin',
  params: idParams,
  query: z.strictObject({
    /**
     * `correctedAt` of the enquiry that the form was filled in from, empty where that was null: corrected since then, it
     * is refused, so that no agent is sold what its traveller has put right. Left out, nothing is compared.
     */
    correctedAt: z.union([instant, z.literal('')]).optional(),
  }),
  body: convertForm,
  answer: lead,
  status: 201,
  message: 'Enquiry converted to a lead.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_ALREADY_DECIDED', 'ENQUIRY_CORRECTED'],
})

export const rejectEnquiry = endpoint({
  name: 'rejectEnquiry',
  summary: 'Reject an enquiry',
  method: 'POST',
  path: '/api/enquiries/{id}/reject',
  access: 'admin',
  params: idParams,
  body: z.strictObject({
    reason: z.enum(rejectReasons, { error: 'Choose spam, duplicate or other.' }),
  }),
  answer: enquiry,
  message: 'Enquiry rejected.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_ALREADY_DECIDED'],
})

export const getLeadOrigin = endpoint({
  name: 'getLeadOrigin',
  summary: 'Get the enquiry that a lead was converted from, with the traveller’s consent',
  method: 'GET',
  path: '/api/leads/{id}/origin',
  access: 'admin',
  params: idParams,
  /** Null fields: an admin entered the lead by hand. */
  answer: z.object({
    enquiry: z.object({ _id: id, reference: z.string() }).nullable(),
    source: z.enum(enquirySources).nullable(),
    consentText: z.string().nullable(),
    consentAt: instant.nullable(),
  }),
  errors: ['LEAD_NOT_FOUND'],
})

export const listLeadOrigins = endpoint({
  name: 'listLeadOrigins',
  summary: 'List which of the given leads were converted from enquiries',
  method: 'GET',
  path: '/api/leads/origins',
  access: 'admin',
  query: z.strictObject({
    /** Ids of leads, joined by commas: a page of them at most. */
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).max(leadsPerPage, { error: `At most ${leadsPerPage} leads.` })),
  }),
  /** Of a lead that was entered by hand there is no entry; null: its enquiry has been erased. */
  answer: z.array(z.object({ leadId: id, reference: z.string().nullable() })),
})

/**
 * The state of an enquiry as its traveller sees it.
 * - waiting: no admin has decided it yet
 * - looking: it is offered to travel agents
 * - with-agent: one agent has it and will get in touch; it can be withdrawn, not changed
 * - closed: it was not passed on
 * - withdrawn: taken back before any agent had it
 * - withdrawn-with-agent: taken back after an agent had bought it; the agent got a mail
 */
export const ownSituations = [
  'waiting',
  'looking',
  'with-agent',
  'closed',
  'withdrawn',
  'withdrawn-with-agent',
] as const
export type OwnSituation = (typeof ownSituations)[number]

/** The agent who bought the enquiry, as its traveller sees it. */
export const ownAgent = z.object({
  companyName: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  phone: z.string().nullable(),
  /** An admin has approved the agency's KYC document. */
  isVerified: z.boolean(),
  boughtAt: instant,
  /** The agent has got back what it paid, after an approved replacement request. It still has the contact. */
  isReturned: z.boolean(),
})
export type OwnAgent = z.output<typeof ownAgent>

/**
 * Who has received the contact of an enquiry.
 * - bought: the agent who bought it
 * - opened: a screen or an answer had it, once per person and day
 * - exported: a file had it, once per person and day
 * - passed-on: an admin has sold it outside the product, to an agent that the product does not know
 */
export const contactDisclosure = z.object({
  kind: z.enum(['bought', 'opened', 'exported', 'passed-on']),
  at: instant,
  /** Only the agent who bought it; null: the Raahi team. */
  agent: z.object({ companyName: z.string(), name: z.string() }).nullable(),
})
export type ContactDisclosure = z.output<typeof contactDisclosure>

/** The question whether the traveller is still planning the trip. */
export const ownQuestion = z.object({
  /** Null: not answered. An answer is final. */
  answer: z.enum(Object.keys(travellerAnswers) as TravellerAnswer[]).nullable(),
  /** The end of the time for which an answer approves a return: 72 hours after the purchase. */
  until: instant,
})

/** An enquiry as its traveller sees it. */
export const ownEnquiry = z.object({
  ...enquiryFields,
  situation: z.enum(ownSituations),
  canCorrect: z.boolean(),
  canWithdraw: z.boolean(),
  /** Whether its email can still be verified. */
  canVerify: z.boolean(),
  /** Null: no agent has bought it through Raahi, or its consent is older than this information. */
  agent: ownAgent.nullable(),
  /** From when the traveller can report that no one has called; null: it has been reported, or cannot be. */
  reportableFrom: instant.nullable(),
  /** The report that no one has called; null: none was made. Neither reveals the agent, so no consent need cover them. */
  callReport: callReport.nullable(),
  /** Newest first; null: the consent is older than this information. */
  disclosures: z.array(contactDisclosure).nullable(),
  /** Whether `disclosures` has only the newest views. */
  hasOlderViews: z.boolean(),
  /** Whether a code by SMS can verify the phone: it is an Indian mobile number, not verified yet, and SMS are sent. */
  canVerifyPhone: z.boolean(),
  /** Null: the traveller was not asked. */
  question: ownQuestion.nullable(),
})
export type OwnEnquiry = z.output<typeof ownEnquiry>

export const getOwnEnquiry = endpoint({
  name: 'getOwnEnquiry',
  summary: 'Get an enquiry by the secret of its traveller’s link',
  method: 'GET',
  path: '/api/enquiries/mine/{token}',
  access: 'public',
  params: tokenParams,
  answer: ownEnquiry,
  errors: ['ENQUIRY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const correctOwnEnquiry = endpoint({
  name: 'correctOwnEnquiry',
  summary:
    'Correct an enquiry by its traveller, and its lead while unsold. A new email gets a new link',
  method: 'PUT',
  path: '/api/enquiries/mine/{token}',
  access: 'public',
  params: tokenParams,
  body: enquiryCorrection,
  answer: ownEnquiry.extend({
    /** The secret of the new link, set when the link in earlier mails must stop working. */
    newToken: z.string().nullable(),
  }),
  message: 'Your enquiry has been corrected.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'ENQUIRY_WITH_AGENT', 'TOO_MANY_REQUESTS'],
})

export const verifyOwnEmail = endpoint({
  name: 'verifyOwnEmail',
  summary:
    'Verify the email of an enquiry by its traveller, with the secret that only the mail contains',
  method: 'POST',
  path: '/api/enquiries/mine/{token}/verify-email',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ key: z.string() }),
  answer: ownEnquiry,
  message: 'Thank you! Your email is verified.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'EMAIL_LINK_OUTDATED', 'TOO_MANY_REQUESTS'],
})

export const reportNoCall = endpoint({
  name: 'reportNoCall',
  summary: 'Report that no agent has called, 24 hours after the purchase, once',
  method: 'POST',
  path: '/api/enquiries/mine/{token}/not-called',
  access: 'public',
  params: tokenParams,
  answer: ownEnquiry,
  message: 'Thank you. We have told the agent.',
  errors: ['ENQUIRY_NOT_FOUND', 'CALL_NOT_DUE', 'TOO_MANY_REQUESTS'],
})

export const sendOwnLink = endpoint({
  name: 'sendOwnLink',
  summary:
    'Mail the links of enquiries to the emails stored with them. The answer is the same if there are none',
  method: 'POST',
  path: '/api/enquiries/send-link',
  access: 'public',
  body: z.strictObject({
    /** The email or the phone number of the enquiries. */
    contact: withCheck(z.string({ error: linkField.required }).trim(), (text) =>
      text === '' ? linkField.required : linkField.check(text),
    ).meta({ minLength: 1, maxLength: linkField.maxLength }),
  }),
  message:
    'If we have an enquiry with this contact, its link is on its way to the email you gave in it.',
  errors: ['TOO_MANY_REQUESTS'],
})

export const requestPhoneCode = endpoint({
  name: 'requestPhoneCode',
  summary: 'Send a code by SMS to the phone of an enquiry. A number gets three SMS in 24 hours',
  method: 'POST',
  path: '/api/enquiries/mine/{token}/phone-code',
  access: 'public',
  params: tokenParams,
  /** The same if the number has had its SMS from other enquiries: a refusal would reveal that. */
  answer: z.object({
    /** How many more codes this enquiry can request in the next 24 hours. */
    codesLeft: z.int(),
  }),
  message: 'A code is on its way.',
  errors: [
    'ENQUIRY_NOT_FOUND',
    'ENQUIRY_CLOSED',
    'PHONE_ALREADY_VERIFIED',
    'PHONE_NOT_INDIAN',
    'PHONE_CODE_LIMIT',
    'PHONE_CODES_OFF',
    'PHONE_CODES_PAUSED',
    'TOO_MANY_REQUESTS',
  ],
})

export const verifyOwnPhone = endpoint({
  name: 'verifyOwnPhone',
  summary:
    'Verify the phone of an enquiry by its traveller, with the code from the SMS. A code has five tries',
  method: 'POST',
  path: '/api/enquiries/mine/{token}/verify-phone',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({
    code: z.string().regex(/^\d{6}$/, { error: 'Please enter the six digits from the SMS.' }),
  }),
  answer: ownEnquiry,
  message: 'Thank you! Your phone is verified.',
  errors: [
    'ENQUIRY_NOT_FOUND',
    'ENQUIRY_CLOSED',
    'PHONE_CODE_WRONG',
    'PHONE_CODE_ENDED',
    'TOO_MANY_REQUESTS',
  ],
})

export const answerOwnQuestion = endpoint({
  name: 'answerOwnQuestion',
  summary: 'Answer by a traveller whether the trip is still planned, once',
  method: 'POST',
  path: '/api/enquiries/mine/{token}/answer',
  access: 'public',
  params: tokenParams,
  body: z
    .strictObject({
      answer: z.enum(Object.keys(travellerAnswers) as TravellerAnswer[], {
        error: 'Choose one of the answers.',
      }),
      /** Of 'not-travelling' only: whether it was so by `until` of the question. */
      wasInTime: z.boolean({ error: 'Choose since when.' }).optional(),
    })
    .refine(
      ({ answer, wasInTime }) => (answer === 'not-travelling') === (wasInTime !== undefined),
      {
        path: ['wasInTime'],
        error: 'Choose since when.',
      },
    ),
  answer: ownQuestion,
  message: 'Thank you for your answer.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'QUESTION_ANSWERED', 'TOO_MANY_REQUESTS'],
})

export const withdrawOwnEnquiry = endpoint({
  name: 'withdrawOwnEnquiry',
  summary: 'Withdraw an enquiry by its traveller. An unsold lead is removed from sale',
  method: 'POST',
  path: '/api/enquiries/mine/{token}/withdraw',
  access: 'public',
  params: tokenParams,
  answer: ownEnquiry,
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'TOO_MANY_REQUESTS'],
})
