import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, seenVersion, trueOrFalse, wholeNumberText } from './fields.ts'
import { rupees } from './money.ts'

/** Label and limits of each number of a policy. */
export const policyLimits = {
  reportDays: { label: 'Days to report', min: 1, max: 90 },
  decideHours: { label: 'Hours to decide', min: 1, max: 336 },
  maxReturnPercent: { label: 'Highest return rate (%)', min: 1, max: 100 },
  ratePurchases: { label: 'Fewest purchases for the rate', min: 1, max: 1000 },
  maxAutomatic: { label: 'Automatic approvals per agent', min: 1, max: 100 },
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

const onOrOff = z.boolean({ error: 'Choose on or off.' })

/** What admins decide about returns. */
export const policyTerms = z.strictObject({
  /** Days after a purchase in which its agent can report a problem. */
  reportDays: policyNumber('reportDays'),
  /** Hours after a request in which an admin decides it. */
  decideHours: policyNumber('decideHours'),
  /** Whether a request is approved if it is not decided in time. */
  approvesLate: onOrOff,
  /** Whether a check that proves a request approves it at once. */
  sameContactApproves: onOrOff,
  soldBeforeApproves: onOrOff,
  withdrawnApproves: onOrOff,
  /** Whether an answer of the traveller that proves a request approves it. */
  travellerApproves: onOrOff,
  /** An admin decides the requests of an agent who returned more percent of the purchases of 30 days. */
  maxReturnPercent: policyNumber('maxReturnPercent'),
  /** That limit counts from this number of purchases in 30 days on. */
  ratePurchases: policyNumber('ratePurchases'),
  /** An admin decides the requests of an agent after so many approvals by checks and travellers in 30 days. */
  maxAutomatic: policyNumber('maxAutomatic'),
})
export type PolicyTerms = z.output<typeof policyTerms>

/** The numbers and the switches of the terms, in the order of the screen. */
export const policyNumbers = Object.keys(policyLimits) as PolicyNumber[]
export const policySwitches = [
  'approvesLate',
  'sameContactApproves',
  'soldBeforeApproves',
  'withdrawnApproves',
  'travellerApproves',
] as const
export type PolicySwitch = (typeof policySwitches)[number]

/** The terms of a version, without the rest of it. */
export function termsOf(policy: PolicyTerms): PolicyTerms {
  return policyTerms.parse(
    Object.fromEntries([...policyNumbers, ...policySwitches].map((name) => [name, policy[name]])),
  )
}

/** The terms as the query of a preview. */
export function previewQuery(terms: PolicyTerms) {
  const onOff = (isOn: boolean) => (isOn ? ('true' as const) : ('false' as const))
  return {
    reportDays: String(terms.reportDays),
    decideHours: String(terms.decideHours),
    approvesLate: onOff(terms.approvesLate),
    sameContactApproves: onOff(terms.sameContactApproves),
    soldBeforeApproves: onOff(terms.soldBeforeApproves),
    withdrawnApproves: onOff(terms.withdrawnApproves),
    travellerApproves: onOff(terms.travellerApproves),
    maxReturnPercent: String(terms.maxReturnPercent),
    ratePurchases: String(terms.ratePurchases),
    maxAutomatic: String(terms.maxAutomatic),
  }
}

/** Whether two versions have the same terms. */
export function areSameTerms(a: PolicyTerms, b: PolicyTerms): boolean {
  return [...policyNumbers, ...policySwitches].every((name) => a[name] === b[name])
}

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

export const listReturnPolicies = endpoint('GET', '/api/returnPolicy', {
  name: 'listReturnPolicies',
  summary: 'List the latest versions of the return policy, newest first: the first one is in force',
  access: 'admin',
  right: ['support', 'settings'],
  answer: z.array(returnPolicy),
})

/** Days that a preview looks back. */
export const previewDays = 90

/** The effect that other terms would have had on the requests of the last 90 days. */
export const policyPreview = z.object({
  /** The first requests of purchases, of which `tooLate` came after the days to report. */
  firstRequests: z.int(),
  tooLate: z.int(),
  /** The appeals, of which `appealsTooLate` came after the days to report, counted from the rejection. */
  appeals: z.int(),
  appealsTooLate: z.int(),
  /** All requests, appeals included, of which `late` were decided after the hours to decide, or still wait. */
  requests: z.int(),
  late: z.int(),
  /**
   * The late requests that an admin rejected and neither a check nor the traveller would have approved. The deadline
   * would have approved them and paid back this amount to wallets.
   */
  lateRejected: z.int(),
  lateRejectedAmount: rupees,
  /** The requests that a check would have approved at once, and those of them that an admin rejected. */
  proved: z.int(),
  provedRejected: z.int(),
  provedRejectedAmount: rupees,
  /** Those that only the traveller’s answer would have approved, and those of them that an admin rejected. */
  answered: z.int(),
  answeredRejected: z.int(),
  answeredRejectedAmount: rupees,
  /** The requests that a check or the traveller’s answer proves, of agents above the return rate. */
  aboveRate: z.int(),
  /** Those that a check or the traveller’s answer proves after the automatic approvals of the agent are used up. */
  aboveCap: z.int(),
})
export type PolicyPreview = z.output<typeof policyPreview>

export const previewReturnPolicy = endpoint('GET', '/api/returnPolicy/preview', {
  name: 'previewReturnPolicy',
  summary: 'Apply terms to the requests of the last 90 days. Changes nothing',
  access: 'admin',
  right: 'settings',
  query: z.strictObject({
    reportDays: wholeNumberText.pipe(policyTerms.shape.reportDays),
    decideHours: wholeNumberText.pipe(policyTerms.shape.decideHours),
    approvesLate: trueOrFalse,
    sameContactApproves: trueOrFalse,
    soldBeforeApproves: trueOrFalse,
    withdrawnApproves: trueOrFalse,
    travellerApproves: trueOrFalse,
    maxReturnPercent: wholeNumberText.pipe(policyTerms.shape.maxReturnPercent),
    ratePurchases: wholeNumberText.pipe(policyTerms.shape.ratePurchases),
    maxAutomatic: wholeNumberText.pipe(policyTerms.shape.maxAutomatic),
  }),
  answer: policyPreview,
})

export const changeReturnPolicy = endpoint('PUT', '/api/returnPolicy', {
  name: 'changeReturnPolicy',
  summary: 'Make a new version of the return policy, for purchases that start after the response',
  access: 'admin',
  right: 'settings',
  body: policyTerms.extend({ version: seenVersion }),
  answer: returnPolicy,
  message: 'Return policy saved.',
  errors: ['RETURN_POLICY_CHANGED'],
})
