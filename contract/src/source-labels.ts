// Kinds and states of sources. Without zod.

/**
 * The kinds of sources.
 * - website: the quote form; manual: leads that an admin enters. Each database has one source of these kinds.
 * - api: a program with a key
 * - google-ads, meta-ads: lead forms of Google Ads, and of Facebook and Instagram
 * - embed: the quote form in other websites
 */
export const sourceKinds = [
  'website',
  'manual',
  'import',
  'api',
  'google-ads',
  'meta-ads',
  'embed',
] as const
export type SourceKind = (typeof sourceKinds)[number]

/** The kinds that an admin can create. */
export const newSourceKinds = ['import', 'api', 'google-ads', 'meta-ads', 'embed'] as const
export type NewSourceKind = (typeof newSourceKinds)[number]

export const sourceStates = ['active', 'paused'] as const
export type SourceState = (typeof sourceStates)[number]

/** The built-in sources. */
export const quoteFormSourceId = '00000000-0000-7000-8000-000000000001'
export const manualSourceId = '00000000-0000-7000-8000-000000000002'

/** Shares and times of fewer records than this are not shown. */
export const minSourceFigures = 10

export const sourceLimits = { name: 60, consentText: 2000, dailyLimit: 100_000 } as const

/** The fields of an enquiry that a question of a form can mean, with their labels. */
export const mappedFields = {
  name: 'Name',
  phone: 'Phone number',
  email: 'Email',
  city: 'City',
  destination: 'Destination',
  travelDate: 'Travel date (YYYY-MM-DD)',
  travelMonth: 'Travel month',
  travelDays: 'Days',
  travelNights: 'Nights',
  adult: 'Adults',
  children: 'Children',
  infant: 'Infants',
  tripType: 'Trip type',
  leadType: 'Domestic or international',
  budget: 'Budget',
  message: 'Message',
} as const
export type MappedField = keyof typeof mappedFields
