import { z } from 'zod'
import { callReport } from './call-reports.ts'
import { endpoint } from './endpoint.ts'
import { consentOutdated, enquiryCorrection, enquiryFields, tokenParams } from './enquiries.ts'
import { enquiryConsent, enquirySources } from './enquiry-labels.ts'
import { instant, withCheck } from './fields.ts'
import { linkField } from './link-form.ts'
import { type TravellerAnswer, travellerAnswers } from './traveller-question.ts'

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
 * - opened: a screen or a response contained it, listed once per person and day
 * - exported: a file contained it, listed once per person and day
 * - passed-on: an admin has sold it outside the product, to an agent who is not stored
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
  /** Whether it is not offered to agents until an admin has read a correction. */
  isUnderReview: z.boolean(),
  canCorrect: z.boolean(),
  canWithdraw: z.boolean(),
  /** Whether its email can still be verified. */
  canVerify: z.boolean(),
  /** Null: no agent has bought it through Raahi, or its consent is older than this information. */
  agent: ownAgent.nullable(),
  /** From when the traveller can report that no one has called; null: it has been reported, or cannot be. */
  reportableFrom: instant.nullable(),
  /** The report that no one has called; null: none was made. It does not name the agent, so it needs no consent. */
  callReport: callReport.nullable(),
  /** Newest first; null: the consent is older than this information. */
  disclosures: z.array(contactDisclosure).nullable(),
  /** Whether `disclosures` has only the newest views. */
  hasOlderViews: z.boolean(),
  /** Whether a code by SMS can verify the phone: it is an Indian mobile number, not verified yet, and SMS are sent. */
  canVerifyPhone: z.boolean(),
  /** Null: the traveller was not asked. */
  question: ownQuestion.nullable(),
  /** Whether its agent has returned it, so that the traveller can offer the same trip to another agent. */
  canOfferAgain: z.boolean(),
  /** The reference of the enquiry that offers the trip again; null: it was not offered again. */
  offeredAgainAs: z.string().nullable(),
})
export type OwnEnquiry = z.output<typeof ownEnquiry>

export const getOwnEnquiry = endpoint('GET', '/api/enquiries/mine/{token}', {
  name: 'getOwnEnquiry',
  summary: 'Get an enquiry by the secret of its traveller’s link',
  access: 'public',
  params: tokenParams,
  answer: ownEnquiry,
  errors: ['ENQUIRY_NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

export const correctOwnEnquiry = endpoint('PUT', '/api/enquiries/mine/{token}', {
  name: 'correctOwnEnquiry',
  summary:
    'Correct an enquiry by its traveller, and its lead while unsold. A new email gets a new link',
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

export const verifyOwnEmail = endpoint('POST', '/api/enquiries/mine/{token}/verify-email', {
  name: 'verifyOwnEmail',
  summary:
    'Verify the email of an enquiry by its traveller, with the secret that only the mail contains',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ key: z.string() }),
  answer: ownEnquiry,
  message: 'Thank you! Your email is verified.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'EMAIL_LINK_OUTDATED', 'TOO_MANY_REQUESTS'],
})

export const reportNoCall = endpoint('POST', '/api/enquiries/mine/{token}/not-called', {
  name: 'reportNoCall',
  summary:
    'Report that no agent has called, 24 hours after the purchase, and again once a promised call is overdue',
  access: 'public',
  params: tokenParams,
  answer: ownEnquiry,
  message: 'Thank you. We have told the agent.',
  errors: ['ENQUIRY_NOT_FOUND', 'CALL_NOT_DUE', 'TOO_MANY_REQUESTS'],
})

export const offerOwnAgain = endpoint('POST', '/api/enquiries/mine/{token}/offer-again', {
  name: 'offerOwnAgain',
  summary:
    'Offer a returned trip to another agent: a new enquiry with the same fields and a new consent. Repeating the call opens that enquiry',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({
    /** The version of the consent text that the traveller has read. */
    consentVersion: z.literal(enquiryConsent.version, { error: consentOutdated }),
  }),
  answer: z.object({
    reference: z.string(),
    /** The secret of its link; null: its contact was corrected, so only the newest link opens it. */
    token: z.string().nullable(),
  }),
  message: 'Thank you! We are looking for another agent.',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'TOO_MANY_REQUESTS'],
})

export const tellOwnSource = endpoint('POST', '/api/enquiries/mine/{token}/source', {
  name: 'tellOwnSource',
  summary: 'Say how the traveller found Raahi, while no admin has decided the enquiry',
  access: 'public',
  params: tokenParams,
  body: z.strictObject({ source: z.enum(enquirySources, { error: 'Choose how you found us.' }) }),
  message: 'Thank you!',
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'TOO_MANY_REQUESTS'],
})

export const sendOwnLink = endpoint('POST', '/api/enquiries/send-link', {
  name: 'sendOwnLink',
  summary:
    'Mail the links of enquiries to the emails stored with them. The answer is the same if there are none',
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

export const requestPhoneCode = endpoint('POST', '/api/enquiries/mine/{token}/phone-code', {
  name: 'requestPhoneCode',
  summary: 'Send a code by SMS to the phone of an enquiry. A number gets three SMS in 24 hours',
  access: 'public',
  params: tokenParams,
  /** The same if other enquiries have used up the SMS of this number: a rejection would reveal that. */
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

export const verifyOwnPhone = endpoint('POST', '/api/enquiries/mine/{token}/verify-phone', {
  name: 'verifyOwnPhone',
  summary:
    'Verify the phone of an enquiry by its traveller, with the code from the SMS. A code has five tries',
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

export const answerOwnQuestion = endpoint('POST', '/api/enquiries/mine/{token}/answer', {
  name: 'answerOwnQuestion',
  summary: 'Answer by a traveller whether the trip is still planned, once',
  access: 'public',
  params: tokenParams,
  body: z
    .strictObject({
      answer: z.enum(Object.keys(travellerAnswers) as TravellerAnswer[], {
        error: 'Choose one of the answers.',
      }),
      /** Only with 'not-travelling': whether the plans had ended by `until` of the question. */
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

export const withdrawOwnEnquiry = endpoint('POST', '/api/enquiries/mine/{token}/withdraw', {
  name: 'withdrawOwnEnquiry',
  summary:
    'Withdraw an enquiry by its traveller, and those that offer its trip again. An unsold lead is removed from sale',
  access: 'public',
  params: tokenParams,
  answer: ownEnquiry,
  errors: ['ENQUIRY_NOT_FOUND', 'ENQUIRY_CLOSED', 'TOO_MANY_REQUESTS'],
})
