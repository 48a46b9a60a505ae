import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  type TripBudget,
  type TripPriority,
  travelMonths,
  tripBudgets,
  tripPriorities,
} from './enquiry-labels.ts'
import { maxLengths, requiredTexts } from './field-checks.ts'
import {
  countField,
  day,
  emailField,
  filterText,
  id,
  idParams,
  instant,
  nameField,
  optionalFilter,
  pageLimit,
  pageNumber,
  phoneField,
  trueOrFalse,
} from './fields.ts'
import { type LeadStatus, leadStatuses } from './lead-status.ts'
import { rupees, rupeesText } from './money.ts'
import { placesOf } from './place-lists.ts'
import { tripCounts } from './trip-field-checks.ts'

export const leadTypes = ['domestic', 'international'] as const
export type LeadType = (typeof leadTypes)[number]

export const tripTypes = [
  'Business',
  'Family',
  'Friends',
  'Couples',
  'Senior_Citizen',
  'Others',
  'Group',
] as const
export type TripType = (typeof tripTypes)[number]

/** Other spellings that callers use, with the spelling that is stored. */
export const tripTypeAliases: Readonly<Record<string, TripType>> = {
  Senior_citizen: 'Senior_Citizen',
  'Senior Citizen': 'Senior_Citizen',
  Couple: 'Couples',
  Solo: 'Others',
}

/**
 * The states of a lead. Sold is final.
 * - purchase: an agent buys it, once, before it expires, and while it is not under review.
 * - markSold: an admin records a sale made outside the product: no owner, no revenue.
 * - edit: only while it is for sale.
 * - remove: a soft delete that works in every state; the buyer keeps the purchase.
 */
export const leadStates = {
  buy: { purchase: 'sold', markSold: 'sold', edit: 'buy', remove: 'buy' },
  sold: { remove: 'sold' },
} as const satisfies Record<LeadStatus, Partial<Record<LeadAction, LeadStatus>>>

export type LeadAction = 'purchase' | 'markSold' | 'edit' | 'remove'

/** Leads per page. */
export const leadsPerPage = 50

/** What decided a request: an admin, the deadline of the return policy, a check, or the traveller's answer. */
export const decidedHow = ['person', 'deadline', 'check', 'traveller'] as const
export type DecidedHow = (typeof decidedHow)[number]

export const requestStatuses = ['pending', 'approved', 'rejected'] as const
export type RequestStatus = (typeof requestStatuses)[number]
export const replacementStatuses = ['no-replacement', ...requestStatuses] as const
export type ReplacementStatus = (typeof replacementStatuses)[number]

export const tripType = z.preprocess(
  (value) => (typeof value === 'string' ? (tripTypeAliases[value] ?? value) : value),
  z.enum(tripTypes, { error: 'Choose a trip type.' }),
)
/** The error of a lead type that is missing or unknown. */
export const leadTypeError = 'Choose domestic or international.'
export const leadType = z.enum(leadTypes, { error: leadTypeError })

export const budgetCodes = Object.keys(tripBudgets) as TripBudget[]
export const priorityCodes = Object.keys(tripPriorities) as TripPriority[]

/** '' counts as absent. */
const chosen = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

/** What a traveller can add to the facts of a trip. A month counts only without a travel date. */
export const tripWishes = {
  travelMonth: chosen(z.enum(travelMonths, { error: 'Choose a month.' }).nullish()),
  budgetPerPerson: chosen(z.enum(budgetCodes, { error: 'Choose a budget.' }).nullish()),
  priority: chosen(z.enum(priorityCodes, { error: 'Choose what matters most.' }).nullish()),
}

/** The wishes in answers. Null: the traveller did not say. A month is given instead of a travel date. */
export const wishAnswers = {
  travelMonth: z.enum(travelMonths).nullable(),
  budgetPerPerson: z.enum(budgetCodes).nullable(),
  priority: z.enum(priorityCodes).nullable(),
}

type TripWishes = { [Name in keyof typeof wishAnswers]: z.output<(typeof wishAnswers)[Name]> }
export type WishesInput = { [Name in keyof TripWishes]?: TripWishes[Name] | undefined }

/** The wishes of a form as they are stored. A travel date replaces the month. */
export function wishesOf(
  form: WishesInput & { travelDate?: string | null | undefined },
): TripWishes {
  return {
    travelMonth: (!form.travelDate && form.travelMonth) || null,
    budgetPerPerson: form.budgetPerPerson ?? null,
    priority: form.priority ?? null,
  }
}

/** The API sends these counts as strings. */
const totalMembers = z.object({ adult: z.string(), children: z.string(), infant: z.string() })

/** `phone` and `email` are null for agents who have not bought the lead. Admins see both. */
export const lead = z.object({
  _id: id,
  leadId: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the buyer also gets an email. A traveller may have given only a phone number. */
  hasEmail: z.boolean(),
  /** When the traveller verified the contact; null: not verified. Both are null for a lead that an admin entered. */
  emailVerifiedAt: instant.nullable(),
  phoneVerifiedAt: instant.nullable(),
  /** Null: the traveller did not say. */
  city: z.string().nullable(),
  destination: z.string().nullable(),
  travelDate: z.string().nullable(),
  travelTime: z.string(),
  travelDays: z.int(),
  travelNights: z.int(),
  adult: z.int(),
  children: z.int(),
  infant: z.int(),
  totalMembers,
  tripType: z.enum(tripTypes),
  leadType: z.enum(leadTypes),
  ...wishAnswers,
  satatus: z.enum(leadStatuses),
  /** Unsold, and the travel date is before today in India: not for sale. */
  expired: z.boolean(),
  /** Unsold, and not for sale until an admin has read a correction by the traveller. Agents never see such a lead. */
  underReview: z.boolean(),
  /** The present price, or for a sold lead the price at its sale; null: no price is set. */
  cost: rupees.nullable(),
  /** The price without the step for its age (`price-ageing.ts`); null: no step applies, or the lead is sold. */
  fullCost: rupees.nullable(),
  /** The state of the viewer's purchase; null for all other leads. */
  replacementStatus: z.enum(replacementStatuses).nullable(),
  createdAt: instant,
})
export type Lead = z.output<typeof lead>

export const leadSorts = [
  '-createdAt',
  'createdAt',
  'cost',
  '-cost',
  'travelDate',
  '-travelDate',
] as const
export type LeadSort = (typeof leadSorts)[number]

/** Which contacts the traveller has verified, as a filter. */
export const verifiedContacts = ['phone', 'email', 'both'] as const
export type VerifiedContacts = (typeof verifiedContacts)[number]

/** Places in one text, separated by commas: 'Goa,Kerala'. A lead fits if one of them does. */
export const maxPlacesOfFilter = 12
const placesFilter = optionalFilter(
  filterText(maxLengths.places).refine((text) => placesOf(text).length <= maxPlacesOfFilter, {
    error: `At most ${maxPlacesOfFilter} places.`,
  }),
)

/** Matching leads are counted up to this number, unless the exact total is requested. */
export const maxCountedLeads = 10_000

export const leadListQuery = z.strictObject({
  page: pageNumber,
  limit: pageLimit(leadsPerPage),
  /**
   * Part of the name of the traveller, or of the phone, or the number of a lead; agents find only leads that they have bought by
   * phone.
   */
  search: optionalFilter(filterText()),
  leadType: optionalFilter(leadType),
  tripType: optionalFilter(tripType),
  satatus: optionalFilter(z.enum(leadStatuses, { error: 'Choose buy or sold.' })),
  /** true: only expired leads; false: none. Absent: none for an agent, all for an admin. */
  expired: optionalFilter(trueOrFalse),
  /** As typed: one place, or several with commas (`placeTextsOf`). */
  destination: placesFilter,
  city: placesFilter,
  destinations: placesFilter,
  cities: placesFilter,
  /** Leads that cost more, or have no price, do not match. */
  maxPrice: optionalFilter(z.string().regex(rupeesText, { error: 'Enter a price in rupees.' })),
  travelFrom: optionalFilter(day),
  travelTo: optionalFilter(day),
  /** Only leads whose traveller has verified the phone, the email, or both. */
  verified: optionalFilter(z.enum(verifiedContacts, { error: 'Choose phone, email or both.' })),
  /** Counts all matches, also above `maxCountedLeads`. */
  total: optionalFilter(z.enum(['exact'], { error: 'Choose exact, or leave it out.' })),
  sort: optionalFilter(
    z.enum(leadSorts, { error: 'This sort order is not recognised.' }),
  ).transform((sort): LeadSort => sort ?? '-createdAt'),
})
const leadSearch = leadListQuery.transform(({ satatus, ...filters }) => ({
  ...filters,
  ...(satatus && { status: satatus }),
}))
export type LeadListQuery = z.output<typeof leadSearch>

export const leadPage = z.object({
  leads: z.array(lead),
  totalLeads: z.int(),
  /** Whether more leads match than `totalLeads`, which is then `maxCountedLeads`; never with `total=exact`. */
  isTotalCapped: z.boolean(),
  currentPage: z.int(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
  /** The event id of this page: the events after it change the page (`lead-events.ts`). */
  eventId: z.string(),
})
export type LeadPage = z.output<typeof leadPage>

export const listLeads = endpoint('GET', '/api/leads', {
  name: 'listLeads',
  summary: 'List leads. Default order: newest first',
  access: 'signed-in',
  lowestRole: 'buyer',
  right: ['leads', 'support'],
  list: true,
  query: leadSearch,
  answer: leadPage,
})

export const getLead = endpoint('GET', '/api/leads/{id}/details', {
  name: 'getLead',
  summary: 'Get one lead, as the list shows it',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  params: idParams,
  answer: lead,
  errors: ['LEAD_NOT_FOUND'],
})

const countText = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/, { error: 'Enter whole numbers.' })
  .optional()

/** '' and absent read as null. */
const orUnknown = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : (value ?? null)),
    schema.nullable(),
  )

/** The errors of fields that `leadForm` requires, but that a lead from an enquiry may lack. */
export const requiredOfLead = {
  email: requiredTexts.email,
  city: requiredTexts.city,
  destination: requiredTexts.destination,
} as const

const emailOfLead = emailField()
const cityOfLead = nameField(requiredOfLead.city)
const destinationOfLead = nameField(requiredOfLead.destination)

const leadFormFields = {
  name: nameField(),
  phone: phoneField(),
  travelDate: z.preprocess((value) => (value === '' ? null : value), day.nullish()),
  travelDays: countField(tripCounts.travelDays).nullish(),
  travelNights: countField(tripCounts.travelNights).nullish(),
  travelTime: z
    .string()
    .trim()
    .regex(/^(\d{1,3} \(days\) - \d{1,3} \(nights\))?$/, {
      error: "Travel time reads '{days} (days) - {nights} (nights)'.",
    })
    .nullish(),
  adult: countField(tripCounts.adult).nullish(),
  children: countField(tripCounts.children).nullish(),
  infant: countField(tripCounts.infant).nullish(),
  totalMembers: z
    .strictObject({ adult: countText, children: countText, infant: countText })
    .nullish(),
  ...tripWishes,
  id: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  leadId: z.unknown().optional(),
}

interface LeadFormInput<Type> extends WishesInput {
  name: string
  phone: string
  email: string | null
  city: string | null
  destination: string | null
  travelDate?: string | null | undefined
  travelDays?: number | null | undefined
  travelNights?: number | null | undefined
  travelTime?: string | null | undefined
  adult?: number | null | undefined
  children?: number | null | undefined
  infant?: number | null | undefined
  totalMembers?:
    | Partial<Record<'adult' | 'children' | 'infant', string | undefined>>
    | null
    | undefined
  tripType: TripType
  leadType: Type
}

/** The form as it is stored. Absent numbers are read from the derived texts. */
function leadFieldsOf<Type>(form: LeadFormInput<Type>) {
  const [days = 0, nights = 0] = (form.travelTime?.match(/\d+/g) ?? []).map(Number)
  return {
    name: form.name,
    phone: form.phone,
    email: form.email,
    city: form.city,
    destination: form.destination,
    travelDate: form.travelDate ?? null,
    travelDays: form.travelDays ?? days,
    travelNights: form.travelNights ?? nights,
    adult: form.adult ?? Number(form.totalMembers?.adult ?? 0),
    children: form.children ?? Number(form.totalMembers?.children ?? 0),
    infant: form.infant ?? Number(form.totalMembers?.infant ?? 0),
    tripType: form.tripType,
    leadType: form.leadType,
    ...wishesOf(form),
  }
}

/**
 * The lead form. `travelTime` and `totalMembers` are derived from the numbers and are used only if
 * those are absent. `id`, `createdAt` and `leadId` are ignored, because the server sets them.
 */
export const leadForm = z
  .strictObject({
    ...leadFormFields,
    email: emailOfLead,
    city: cityOfLead,
    destination: destinationOfLead,
    tripType: chosen(tripType.default('Others')),
    leadType: chosen(leadType.default('domestic')),
  })
  .transform(leadFieldsOf)

/** Fields that may be unknown in a lead from an enquiry. A lead that an admin enters needs all of them. */
const unknownOfEnquiry = {
  email: orUnknown(emailOfLead),
  city: orUnknown(cityOfLead),
  destination: orUnknown(destinationOfLead),
}

/** The form of a lead from an enquiry. */
export const leadOfEnquiryForm = z
  .strictObject({
    ...leadFormFields,
    ...unknownOfEnquiry,
    tripType: chosen(tripType.default('Others')),
    leadType: chosen(leadType.default('domestic')),
  })
  .transform(leadFieldsOf)
export type LeadFields = z.output<typeof leadOfEnquiryForm>

/** The form for converting an enquiry: a lead type or trip type that is left out is that of the enquiry. */
export const convertForm = z
  .strictObject({
    ...leadFormFields,
    ...unknownOfEnquiry,
    tripType: chosen(tripType.optional()),
    leadType: chosen(leadType.optional()),
  })
  .transform((form) => ({
    ...leadFieldsOf({ ...form, tripType: 'Others', leadType: form.leadType }),
    tripType: form.tripType,
  }))
export type ConvertFields = z.output<typeof convertForm>

/** Days in which a lead with the same phone or email makes the contact known. */
export const knownWithinDays = 90

/** An earlier lead, on sale or sold, with the same phone or email. It has no contact. */
export const knownLead = z.object({
  /** The LD-number. */
  leadId: z.string(),
  _id: id,
  createdAt: instant,
  status: z.enum(leadStatuses),
  /** Whether an admin has deleted it after the sale, so that no list contains it any more. */
  deleted: z.boolean(),
  name: z.string(),
  destination: z.string().nullable(),
  matched: z.enum(['phone', 'email', 'phone-and-email']),
})
export type KnownLead = z.output<typeof knownLead>

/** A new lead, with the earlier leads of its contact, newest first, at most `maxKnownLeads`. They do not prevent it. */
export const newLead = lead.extend({ duplicates: z.array(knownLead) })
export const maxKnownLeads = 5

export const findKnownLeads = endpoint('GET', '/api/leads/known', {
  name: 'findKnownLeads',
  summary: 'List the leads of the last 90 days, on sale or sold, with this phone or email',
  access: 'admin',
  right: 'leads',
  query: z.strictObject({ phone: phoneField().optional(), email: emailField().optional() }),
  answer: z.array(knownLead),
})

export const createLead = endpoint('POST', '/api/leads', {
  name: 'createLead',
  summary: 'Create a lead',
  access: 'admin',
  right: 'leads',
  body: leadForm,
  answer: newLead,
  status: 201,
  message: 'Lead saved successfully!',
})

/**
 * Exactly `{satatus: 'sold'}`, or the whole form. Only a lead that came from an enquiry may lack an email, a city or a
 * destination, which the server checks. A body that fits no shape is
 * rejected with the errors of the shape that declares most of its fields, in a tie with those of the last one.
 */
export const updateLeadBody = z.union([
  z.strictObject({ satatus: z.enum(leadStatuses, { error: 'Choose buy or sold.' }) }),
  leadOfEnquiryForm,
  leadForm,
])

export const updateLead = endpoint('PUT', '/api/leads/{id}', {
  name: 'updateLead',
  summary: 'Update an unsold lead, or mark it as sold outside the product',
  access: 'admin',
  right: 'leads',
  params: idParams,
  body: updateLeadBody,
  answer: lead,
  errors: ['LEAD_NOT_FOUND', 'LEAD_ALREADY_SOLD', 'LEAD_NOT_REOPENED'],
})

export const deleteLead = endpoint('DELETE', '/api/leads/{id}', {
  name: 'deleteLead',
  summary: 'Delete a lead. A purchase of it is kept',
  access: 'admin',
  right: 'leads',
  params: idParams,
  message: 'Lead deleted.',
  errors: ['LEAD_NOT_FOUND'],
})

/** What an admin does to several leads at once. A lead type sets the price. `restore` undoes a deletion within an hour. */
export const leadBulkActions = [...leadTypes, 'sold', 'delete', 'restore'] as const
export type LeadBulkAction = (typeof leadBulkActions)[number]

export const changeLeads = endpoint('POST', '/api/leads/bulk', {
  name: 'changeLeads',
  summary: 'Change several leads. A lead whose state forbids the change is left as it is',
  access: 'admin',
  right: 'leads',
  body: z.strictObject({
    ids: z.array(id).min(1, { error: 'Choose a lead.' }).max(leadsPerPage),
    action: z.enum(leadBulkActions, {
      error: 'Choose domestic, international, sold, delete or restore.',
    }),
  }),
  /** The ids of the leads that were changed. */
  answer: z.object({ changed: z.array(id) }),
})
