import { z } from 'zod'
import { contactAttempt } from './contact-log.ts'
import { endpoint } from './endpoint.ts'
import {
  filterText,
  id,
  instant,
  linesText,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
  requiredLines,
  trueOrFalse,
} from './fields.ts'
import { decidedHow, lead, type RequestStatus, requestStatuses } from './leads.ts'
import { rupees } from './money.ts'
import { payWays } from './purchases.ts'
import { requestPicture } from './replacement-pictures.ts'
import {
  type ReplacementReason,
  rejectionCodes,
  replacementReasons,
} from './replacement-reasons.ts'
import { ownReturnRate, returnCheck, returnRate, travellerReply } from './return-checks.ts'

export { type ReplacementReason, replacementReasons }

/**
 * The states of a replacement request. A decision is final.
 * - approve: gives back what the refund rule says, once. The database function `replacement_refund` is that rule.
 * - reject: the buyer may send a second request, which is an appeal.
 */
export const requestStates = {
  pending: { approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
} as const satisfies Record<RequestStatus, Partial<Record<'approve' | 'reject', RequestStatus>>>

/** Requests per purchase: the second one appeals against the rejection of the first. */
export const maxRequests = 2

/** The error of a missing reason. */
export const reasonRequired = 'Please provide a reason for replacement.'

/** A reason as it is stored. A null code: the text begins with none of the reasons. */
export interface ReplacementReasonParts {
  code: ReplacementReason | null
  /** What the agent wrote. */
  text: string
}

/** The one `reason` of the wire, such as 'Unreachable: rings out'. */
export function formatReplacementReason({ code, text }: ReplacementReasonParts): string {
  if (code === null) return text
  return text ? `${replacementReasons[code]}: ${text}` : replacementReasons[code]
}

/** The inverse of `formatReplacementReason`. */
export function parseReplacementReason(reason: string): ReplacementReasonParts {
  for (const [code, label] of Object.entries(replacementReasons)) {
    if (reason === label) return { code: code as ReplacementReason, text: '' }
    if (reason.startsWith(`${label}:`)) {
      return { code: code as ReplacementReason, text: reason.slice(label.length + 1).trim() }
    }
  }
  return { code: null, text: reason }
}

/** The label of a reason; a reason without a code is shown as 'Other'. */
export function replacementReasonLabel(code: ReplacementReason | null): string {
  return replacementReasons[code ?? 'other']
}

/** A replacement request, as its buyer and admins see it. */
export const replacementRequest = z.object({
  _id: id,
  createdAt: instant,
  lead,
  user: z.object({
    _id: id,
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    companyName: z.string(),
  }),
  /** What the wallet paid; 0 when a plan paid. */
  cost: rupees,
  paidWith: z.enum(payWays),
  /** The plan that paid; null if the wallet did. */
  planName: z.string().nullable(),
  /** As it was sent; `parseReplacementReason` splits it into code and text. */
  reason: z.string(),
  pictures: z.array(requestPicture),
  /** Why an admin rejected it, as a code and as text; null if it was not rejected, or none was sent. */
  rejectionCode: z.enum(rejectionCodes).nullable(),
  rejectionReason: z.string().nullable(),
  status: z.enum(requestStatuses),
  /** 1 for the first request of this purchase, 2 for the appeal. */
  attempt: z.int(),
  /** The rejected first request; null unless this is an appeal. */
  appealsAgainst: z
    .object({
      reason: z.string(),
      rejectedAt: instant,
      rejectionCode: z.enum(rejectionCodes).nullable(),
      rejectionReason: z.string().nullable(),
      pictures: z.array(requestPicture),
      /** Only for admins. */
      rejectedBy: z.object({ _id: id, name: z.string() }).nullable(),
      /** Whether the admin who rejected must leave the appeal to another. False if no other admin exists. */
      needsOtherAdmin: z.boolean(),
    })
    .nullable(),
  /** The deadline of an appeal; null: no appeal is possible, or it has no deadline. */
  appealBy: instant.nullable(),
  /** Only an appeal: whether the admin who rejected the first request decided it, because no other admin existed. */
  decidedAsOnlyAdmin: z.boolean(),
  purchasedAt: instant,
  /** The deadline of the decision, by the return policy of the purchase; null: the purchase has no policy. */
  decideBy: instant.nullable(),
  /** Whether it is approved if it is not decided by then. */
  approvesLate: z.boolean(),
  /** Null while pending. */
  decidedAt: instant.nullable(),
  decidedHow: z.enum(decidedHow).nullable(),
  /** The results of the automatic checks; none if the purchase has no policy. */
  checks: z.array(returnCheck),
  /**
   * The agent's calls and messages to the traveller before the decision, with their outcomes, the newest first; at most
   * `maxListedContacts`.
   */
  contactLog: z.array(contactAttempt),
  /** Null: the traveller was not asked. */
  traveller: travellerReply.nullable(),
  /** Of the agent, at the time of the request; null if the purchase has no policy. */
  returnRate: returnRate.nullable(),
  /** What an approval gave back. */
  returned: z.enum(payWays).nullable(),
  returnedAmount: rupees.nullable(),
  /** What approving it now would give back: money, or a lead to the plan; null once decided. */
  approvalReturns: z.object({ to: z.enum(payWays), amount: rupees.nullable() }).nullable(),
  /** Counts of this agent: requests, this one included, and purchases. */
  askedBefore: z.object({
    requests: z.int(),
    approved: z.int(),
    rejected: z.int(),
    purchases: z.int(),
  }),
})
export type ReplacementRequest = z.output<typeof replacementRequest>

/** Longest reason of a request or of a rejection, in characters. */
export const maxReasonLength = 1000

export const requestLeadReplacement = endpoint(
  'POST',
  '/api/leadReplacement/requestLeadReplacement',
  {
    name: 'requestLeadReplacement',
    summary: 'Request the replacement of a bought lead',
    access: 'agent',
    lowestRole: 'buyer',
    body: z.strictObject({
      leadId: z.uuid({ error: 'Invalid lead ID. Please try again.' }).toLowerCase(),
      reason: requiredLines(reasonRequired, maxReasonLength),
    }),
    answer: replacementRequest,
    status: 201,
    message: 'Replacement request submitted successfully!',
    errors: [
      'LEAD_NOT_FOUND',
      'REPLACEMENT_ALREADY_REQUESTED',
      'REPLACEMENT_REJECTED_TWICE',
      'RETURN_WINDOW_CLOSED',
      'APPEAL_WINDOW_CLOSED',
    ],
    idempotent: true,
  },
)

export const getReturnRate = endpoint('GET', '/api/leadReplacement/returnRate/{leadId}', {
  name: 'getReturnRate',
  summary:
    'Get how many of the logged-in agent’s purchases of 30 days were returned, and the limit for a bought lead',
  access: 'agent',
  lowestRole: 'buyer',
  params: z.strictObject({ leadId: id }),
  /** Null: the purchase has no return policy, so a person decides. */
  answer: z.object({ rate: ownReturnRate.nullable() }),
  errors: ['LEAD_NOT_FOUND'],
})

export const rejectionCodeRequired = 'Choose a reason.'
export const rejectionTextRequired = 'Write what you found. The agent will read it.'

const page = {
  page: pageNumber,
  limit: pageLimit(10),
  status: optionalFilter(
    z.enum(requestStatuses, { error: 'Choose pending, approved or rejected.' }),
  ),
}

export const getReplacementRequestOfUserById = endpoint(
  'GET',
  '/api/leadReplacement/getReplacementRequestOfUserById/{userId}',
  {
    name: 'getReplacementRequestOfUserById',
    summary: 'List a user’s replacement requests, newest first. Agents: only their own',
    access: 'signed-in',
    lowestRole: 'buyer',
    right: 'support',
    list: true,
    params: z.strictObject({ userId: id }),
    query: z.strictObject(page),
    answer: pagedDocs(replacementRequest),
    errors: ['USER_NOT_FOUND'],
  },
)

export const getAllLeadReplacementRequests = endpoint(
  'GET',
  '/api/leadReplacement/getAllLeadReplacementRequests',
  {
    name: 'getAllLeadReplacementRequests',
    summary:
      'List the replacement requests of all users, newest first; pending ones by the time left to decide',
    access: 'admin',
    right: 'support',
    list: true,
    query: z.strictObject({
      ...page,
      /** Part of the agent's name, email, phone or company, or the phone or number of a lead. */
      search: optionalFilter(filterText()),
      reason: optionalFilter(
        z.enum(Object.keys(replacementReasons) as ReplacementReason[], {
          error: 'This reason is not recognised.',
        }),
      ),
      /** true: only pending requests, without the appeals that another admin decides. */
      decidable: optionalFilter(trueOrFalse),
      /** 'decideBy': the least time left first. Absent: that order for pending requests, else newest first. */
      sort: optionalFilter(
        z.enum(['-createdAt', 'createdAt', 'decideBy'], {
          error: 'This sort order is not recognised.',
        }),
      ),
    }),
    answer: pagedDocs(replacementRequest),
  },
)

export const approveLeadReplacement = endpoint(
  'POST',
  '/api/leadReplacement/approveLeadReplacement',
  {
    name: 'approveLeadReplacement',
    summary: 'Approve or reject a replacement request. An approval gives the refund, once',
    access: 'admin',
    right: 'support',
    body: z
      .strictObject({
        requestId: id,
        action: z.enum(['approved', 'rejected'], { error: 'Choose approved or rejected.' }),
        /** Why it is rejected: a code, and a text that the agent reads. */
        reasonCode: z.enum(rejectionCodes, { error: rejectionCodeRequired }).optional(),
        reason: linesText(maxReasonLength)
          .transform((text) => text || undefined)
          .optional(),
      })
      .refine(({ action, reason }) => action === 'rejected' || reason === undefined, {
        path: ['reason'],
        error: 'A reason belongs to a rejection only.',
      })
      .refine(({ action, reasonCode }) => action === 'rejected' || reasonCode === undefined, {
        path: ['reasonCode'],
        error: 'A reason belongs to a rejection only.',
      })
      .refine(({ reasonCode, reason }) => reasonCode !== 'other' || reason !== undefined, {
        path: ['reason'],
        error: rejectionTextRequired,
      }),
    answer: replacementRequest,
    errors: [
      'REPLACEMENT_NOT_FOUND',
      'REPLACEMENT_ALREADY_DECIDED',
      'DECISION_TOO_LATE',
      'APPEAL_NEEDS_OTHER_ADMIN',
      'WALLET_LIMIT_EXCEEDED',
    ],
    idempotent: true,
  },
)
