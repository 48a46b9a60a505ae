import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, seenVersion, trueOrFalse, wholeNumberText } from './fields.ts'
import { rupees } from './money.ts'

/** Label and limits of each number of a policy. */
export const policyLimits = {
  reportDays: { label: 'Days to report', min: 1, max: 90 },
  decideHours: { label: 'Hours to decide', min: 1, max: 336 },
} as const
export type PolicyNumber = keyof typeof policyLimits

/** A whole number within the limits. */
export function policyNumberError(name: PolicyNumber, value: unknown): string | undefined {
  const { label, min, max } = policyLimits[name]
  const isWithin = Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
  return isWithin ? undefined : `${label}: enter a whole number from ${min} to ${max}.`
}

function policyNumber(name: PolicyNumber) {
  const { min, max } = policyLimits[name]
  const error = policyNumberError(name, undefined) ?? ''
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** What admins decide about returns. */
export const policyTerms = z.strictObject({
  /** Days after a purchase in which its agent can report a problem. */
  reportDays: policyNumber('reportDays'),
  /** Hours after a request in which an admin decides it. */
  decideHours: policyNumber('decideHours'),
  /** Whether a request is approved if it is not decided in time. */
  approvesLate: z.boolean({ error: 'Choose on or off.' }),
})
export type PolicyTerms = z.output<typeof policyTerms>

/** A version of the return policy. It applies to the purchases made from its start to the start of the next version. */
export const returnPolicy = z.object({
  ...policyTerms.shape,
  /** Counts from 1. A change names the version that it replaces. */
  version: z.int(),
  startsAt: instant,
  /** The admin that made it; null for version 1, which came with the product. */
  by: z.object({ _id: id, name: z.string() }).nullable(),
})
export type ReturnPolicy = z.output<typeof returnPolicy>

/** Most versions in one answer. */
export const maxPolicyVersions = 20

export const listReturnPolicies = endpoint({
  name: 'listReturnPolicies',
  summary: 'List the latest versions of the return policy, newest first: the first one is in force',
  method: 'GET',
  path: '/api/returnPolicy',
  access: 'admin',
  answer: z.array(returnPolicy),
})

/** Days that a preview looks back. */
export const previewDays = 90

/** What other terms would have meant for the requests of the last 90 days. */
export const policyPreview = z.object({
  /** The first requests of purchases, of which `tooLate` came after the days to report. */
  firstRequests: z.int(),
  tooLate: z.int(),
  /** All requests, of which `late` were decided after the hours to decide, or still wait. */
  requests: z.int(),
  late: z.int(),
  /** The late ones that an admin rejected: approved by the deadline, they would have paid back this amount to wallets. */
  lateRejected: z.int(),
  lateRejectedAmount: rupees,
})
export type PolicyPreview = z.output<typeof policyPreview>

export const previewReturnPolicy = endpoint({
  name: 'previewReturnPolicy',
  summary: 'Apply terms to the requests of the last 90 days. Changes nothing',
  method: 'GET',
  path: '/api/returnPolicy/preview',
  access: 'admin',
  query: z.strictObject({
    reportDays: wholeNumberText.pipe(policyTerms.shape.reportDays),
    decideHours: wholeNumberText.pipe(policyTerms.shape.decideHours),
    approvesLate: trueOrFalse,
  }),
  answer: policyPreview,
})

export const changeReturnPolicy = endpoint({
  name: 'changeReturnPolicy',
  summary: 'Make a new version of the return policy, for purchases that start after the response',
  method: 'PUT',
  path: '/api/returnPolicy',
  access: 'admin',
  body: policyTerms.extend({ version: seenVersion }),
  answer: returnPolicy,
  message: 'Return policy saved.',
  errors: ['RETURN_POLICY_CHANGED'],
})
