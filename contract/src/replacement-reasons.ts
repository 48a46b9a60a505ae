// Without schemas, so that the public page of returns does not load zod.

/** The reasons an agent chooses from. */
export const replacementReasons = {
  'wrong-number': 'Wrong number',
  unreachable: 'Unreachable',
  duplicate: 'Duplicate lead',
  'not-travelling': 'Not travelling',
  'wrong-details': 'Wrong details',
  other: 'Other',
} as const
export type ReplacementReason = keyof typeof replacementReasons

/** Why an admin rejects a request. The agent reads the label, and the admin's text after it. */
export const rejectionReasons = {
  'contact-works': 'The contact works',
  'still-planning': 'The traveller is still planning',
  'already-talked': 'The traveller has talked to you',
  'more-tries': 'Too few attempts to reach the traveller',
  'details-right': 'The details are correct',
  'not-duplicate': 'Not a duplicate',
  'no-proof': 'Nothing confirms the problem',
  'not-covered': 'Not a fault of the lead',
  other: 'Other',
} as const
export type RejectionReason = keyof typeof rejectionReasons
export const rejectionCodes = Object.keys(rejectionReasons) as RejectionReason[]

/** The label of a rejection; null without a code and for 'other', whose text is enough. */
export function rejectionLabel(code: RejectionReason | null): string | null {
  return code === null || code === 'other' ? null : rejectionReasons[code]
}

/** Label and text in one line, such as 'The contact works: she answered at once'; null: neither was given. */
export function formatRejection(code: RejectionReason | null, text: string | null): string | null {
  return [rejectionLabel(code), text].filter(Boolean).join(': ') || null
}
