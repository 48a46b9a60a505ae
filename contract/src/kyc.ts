import { z } from 'zod'
import { kycMaxBytes, kycTypes } from './auth.ts'
import { endpoint } from './endpoint.ts'
import {
  id,
  instant,
  linesText,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
  seenVersion,
} from './fields.ts'
import { type KycReason, kycReasons, kycStatuses } from './kyc-states.ts'

const reasonCodes = Object.keys(kycReasons) as KycReason[]

/** Why a document was rejected. */
const kycReason = z.object({ code: z.enum(reasonCodes), text: z.string() })

/** The KYC of the caller. */
export const ownKyc = z.object({
  status: z.enum(kycStatuses),
  /** The latest document; null if none is stored. */
  document: z.object({ name: z.string(), type: z.string() }).nullable(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** Null unless rejected. */
  reason: kycReason.nullable(),
  /** Whether the agent can buy leads only with an approved KYC. */
  isNeededToBuy: z.boolean(),
})
export type OwnKyc = z.output<typeof ownKyc>

/** The KYC of an agent, as an admin checks it. */
export const kycCheck = z.object({
  status: z.enum(kycStatuses),
  /**
   * Increases with each upload, each decision and each change of the name, the company or the GSTIN. A decision names the
   * version that the admin has seen.
   */
  version: z.int(),
  document: z.object({ name: z.string(), type: z.string() }).nullable(),
  submittedAt: instant,
  decidedAt: instant.nullable(),
  /** Name of the admin; null: undecided. */
  decidedBy: z.string().nullable(),
  reason: kycReason.nullable(),
  user: z.object({
    _id: id,
    name: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    phone: z.string(),
    city: z.string().nullable(),
    companyName: z.string(),
    gstin: z.string().nullable(),
    billingState: z.string().nullable(),
    billingAddress: z.string().nullable(),
    createdAt: instant,
  }),
})
export type KycCheck = z.output<typeof kycCheck>

export const getOwnKyc = endpoint('GET', '/api/kyc/own', {
  name: 'getOwnKyc',
  summary: 'Get the state of the caller’s KYC',
  access: 'agent',
  lowestRole: 'buyer',
  answer: ownKyc,
})

export const submitKyc = endpoint('POST', '/api/kyc/own', {
  name: 'submitKyc',
  summary: 'Upload the caller’s KYC document. It replaces the previous one and is checked again',
  access: 'agent',
  body: z.strictObject({}),
  file: { field: 'kyc', maxBytes: kycMaxBytes, types: kycTypes.join(', '), required: true },
  answer: ownKyc,
  message: 'Thank you. We will check your document and write to you.',
  errors: ['FILE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

/** The states that the list of the admins shows. */
export const listedKycStatuses = ['submitted', 'approved', 'rejected'] as const

export const listKyc = endpoint('GET', '/api/kyc', {
  name: 'listKyc',
  summary: 'List the KYC of agents, the latest upload first',
  access: 'admin',
  right: 'agents',
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    status: optionalFilter(
      z.enum(listedKycStatuses, { error: 'Choose submitted, approved or rejected.' }),
    ),
    /** The KYC of this agent alone. */
    user: optionalFilter(id),
    /** `submittedAt`: the longest wait first. */
    sort: optionalFilter(
      z.enum(['-submittedAt', 'submittedAt'], { error: 'This sort order is not recognised.' }),
    ),
  }),
  answer: pagedDocs(kycCheck),
})
export type KycFilters = z.output<typeof listKyc.query>

/** Longest note of a rejection, in characters. */
export const maxKycNote = 500
export const kycReasonRequired = 'Choose a reason.'
export const kycNoteRequired = 'Write what the agent should change.'

export const decideKyc = endpoint('POST', '/api/kyc/{userId}/decision', {
  name: 'decideKyc',
  summary: 'Approve or reject an agent’s KYC, and mail the agent',
  access: 'admin',
  right: 'agents',
  params: z.strictObject({ userId: id }),
  body: z
    .strictObject({
      version: seenVersion,
      action: z.enum(['approve', 'reject'], { error: 'Choose approve or reject.' }),
      reason: z.enum(reasonCodes, { error: kycReasonRequired }).optional(),
      /** The agent reads it. */
      note: linesText(maxKycNote).optional(),
    })
    .refine(({ action, reason }) => action === 'approve' || reason !== undefined, {
      path: ['reason'],
      error: kycReasonRequired,
    })
    .refine(({ action, reason, note }) => action === 'reject' || !(reason || note), {
      path: ['reason'],
      error: 'A reason belongs to a rejection only.',
    })
    .refine(({ reason, note }) => reason !== 'other' || note, {
      path: ['note'],
      error: kycNoteRequired,
    }),
  answer: kycCheck,
  errors: ['USER_NOT_FOUND', 'KYC_CHANGED'],
})
