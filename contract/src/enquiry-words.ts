// Texts and choices of the quote form. Separate from enquiries.ts so that a public page can use them without zod.

export const enquirySources = ['Website', 'Referral', 'Advertisement'] as const
export type EnquirySource = (typeof enquirySources)[number]

/** The trip kinds that the quote form offers, each by the trip type it is kept as. */
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

/** What can matter most to a traveller. */
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
 * What a traveller agrees to; shown by the form and stored with each enquiry by the server itself. Another text gets
 * another version, with an entry in consent-versions.ts: those who agreed to this one never saw it.
 */
export const enquiryConsent = {
  version: '2026-11-23',
  text:
    'I agree that Raahi keeps what I have entered here and passes it on to one travel agent, who may contact me by ' +
    'phone, message or email about this trip. Raahi tells me which agent that is. I can see, correct or withdraw my ' +
    'enquiry at any time.',
} as const

/** The traveller's own page, for the page that says thank you; the part after # never reaches a server. */
export function ownEnquiryPath(token: string): string {
  return `/my-enquiry#${token}`
}

/**
 * The same page for a mail, where its traveller can verify the email.
 * @param emailKey the secret that only the mail contains: the page that says thank you proves nothing about an email
 */
export function mailedEnquiryPath(token: string, emailKey: string): string {
  return `${ownEnquiryPath(token)}.${emailKey}`
}

/** The inverse of both. @param hash the part of the address after # */
export function parseEnquiryHash(hash: string): { token: string; emailKey: string | null } {
  const [token = '', emailKey = null] = hash.split('.')
  return { token, emailKey }
}
