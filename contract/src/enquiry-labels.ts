// Texts and choices of the quote form. Separate from enquiries.ts so that a public page can use them without zod.

export const enquirySources = ['Website', 'Referral', 'Advertisement'] as const
export type EnquirySource = (typeof enquirySources)[number]

/** The trip kinds that the quote form offers, by the trip type that is stored. */
export const tripKinds = { Couples: 'Couple', Family: 'Family', Others: 'Solo' } as const

/** The months that a traveller can name before the date is fixed. */
export const travelMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
export type TravelMonth = (typeof travelMonths)[number]

/** The budgets that a traveller can choose, in rupees per person for the whole trip. */
export const tripBudgets = {
  'under-15000': 'Under ₹15,000',
  '15000-30000': '₹15,000–30,000',
  '30000-60000': '₹30,000–60,000',
  '60000-100000': '₹60,000–1,00,000',
  'over-100000': 'Over ₹1,00,000',
} as const
export type TripBudget = keyof typeof tripBudgets

/** The priorities that a traveller can choose. */
export const tripPriorities = {
  price: 'A good price',
  comfort: 'A comfortable stay',
  sights: 'Seeing a lot',
  rest: 'Time to rest',
  food: 'Good food',
  adventure: 'Adventure',
} as const
export type TripPriority = keyof typeof tripPriorities

/** Whether the trip stays in India, as the traveller reads it. */
export const tripCountries = { domestic: 'Domestic', international: 'International' } as const

/**
 * The consent text. The form shows it, and the server stores it with each enquiry. A changed text gets a new version and
 * an entry in consent-versions.ts, because earlier travellers agreed to the earlier text only.
 */
export const enquiryConsent = {
  version: '2026-11-23',
  text:
    'I agree that Raahi keeps what I have entered here and passes it on to one travel agent, who may contact me by ' +
    'phone, message or email about this trip. Raahi tells me which agent that is. I can see, correct or withdraw my ' +
    'enquiry at any time.',
} as const

/** The address of the traveller's page. Browsers do not send the part after # to a server. */
export function ownEnquiryPath(token: string): string {
  return `/my-enquiry#${token}`
}

/**
 * The same address for a mail, with which the traveller can also verify the email.
 * @param emailKey a secret that only the mail contains, so that it proves that the traveller receives mail there
 */
export function mailedEnquiryPath(token: string, emailKey: string): string {
  return `${ownEnquiryPath(token)}.${emailKey}`
}

/** The inverse of both functions. @param hash the part of the address after # */
export function parseEnquiryHash(hash: string): { token: string; emailKey: string | null } {
  const [token = '', emailKey = null] = hash.split('.')
  return { token, emailKey }
}
