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
