import { type LeadStatus, leadStatuses } from '@raahi/contract/lead-status'
import {
  type LeadSort,
  type LeadType,
  leadSorts,
  leadTypes,
  type TripType,
  tripTypes,
  type VerifiedContacts,
  verifiedContacts,
} from '@raahi/contract/leads'
import type { AgeRule } from '@raahi/contract/price-ageing'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'

// The simplest implementation of the list of leads, in memory: filter, sort, cut.

export interface ListedLead {
  id: string
  createdAt: Date
  name: string
  city: string
  destination: string
  leadType: LeadType
  tripType: TripType
  status: LeadStatus
  soldCostPaise: number | null
  travelDate: string | null
  isPhoneVerified: boolean
  isEmailVerified: boolean
  isDeleted: boolean
}

export interface ListQuery {
  page: number
  limit: number
  sort?: LeadSort
  search?: string
  city?: string
  destination?: string
  leadType?: LeadType
  tripType?: TripType
  satatus?: LeadStatus
  /** Absent in the list of an admin: all leads. */
  expired?: boolean
  travelFrom?: string
  travelTo?: string
  verified?: VerifiedContacts
  /** In rupees. */
  maxPrice?: string
}

export type Prices = Partial<Record<LeadType | 'both', number>>

/** What decides the prices, and which leads have expired. */
export interface Market {
  prices: Prices
  ageRule: AgeRule
  today: string
}

/** The page that the list must return for a query. */
export function listInModel(leads: readonly ListedLead[], market: Market, query: ListQuery) {
  const { today } = market
  const shown = leads
    .filter((lead) => matches(lead, query, today) && isPaidBy(query.maxPrice, costOf(lead, market)))
    .toSorted(order(query.sort ?? '-createdAt', market))
  const offset = (query.page - 1) * query.limit
  const rows = shown.slice(offset, offset + query.limit)
  return {
    ids: rows.map(({ id }) => id),
    costs: rows.map((lead) => costOf(lead, market)),
    fullCosts: rows.map((lead) => fullCostOf(lead, market)),
    expired: rows.map((lead) => isExpired(lead, today)),
    totalLeads: shown.length,
    isTotalCapped: false,
    currentPage: query.page,
    hasNextPage: shown.length > offset + query.limit,
    hasPrevPage: query.page > 1,
  }
}

function isExpired({ status, travelDate }: ListedLead, today: string): boolean {
  return status === 'buy' && travelDate !== null && travelDate < today
}

function matches(lead: ListedLead, query: ListQuery, today: string): boolean {
  const holds = (text: string, part: string | undefined) =>
    !part || text.toLowerCase().includes(part.toLowerCase())
  const { travelFrom, travelTo, verified } = query
  return (
    !lead.isDeleted &&
    holds(lead.name, query.search) &&
    holds(lead.city, query.city) &&
    holds(lead.destination, query.destination) &&
    (!query.leadType || lead.leadType === query.leadType) &&
    (!query.tripType || lead.tripType === query.tripType) &&
    (!query.satatus || lead.status === query.satatus) &&
    (query.expired === undefined || isExpired(lead, today) === query.expired) &&
    (!travelFrom || (lead.travelDate !== null && lead.travelDate >= travelFrom)) &&
    (!travelTo || (lead.travelDate !== null && lead.travelDate <= travelTo)) &&
    (verified === undefined || verified === 'email' || lead.isPhoneVerified) &&
    (verified === undefined || verified === 'phone' || lead.isEmailVerified)
  )
}

function isPaidBy(maxPrice: string | undefined, cost: number | null): boolean {
  return maxPrice === undefined || (cost !== null && cost <= Number(maxPrice) * 100)
}

function costOf(lead: ListedLead, { prices, ageRule, today }: Market): number | null {
  if (lead.status === 'sold') return lead.soldCostPaise
  const full = prices[lead.leadType] ?? prices.both ?? null
  const days = (Date.parse(today) - Date.parse(dayInIndia(lead.createdAt))) / 86_400_000
  const step = ageRule[lead.leadType].findLast(({ afterDays }) => afterDays <= days)
  if (full === null || step === undefined) return full
  return Math.min(full, Math.max(100, Math.floor((full * (100 - step.percent)) / 10_000) * 100))
}

function fullCostOf(lead: ListedLead, market: Market): number | null {
  const full = costOf(lead, { ...market, ageRule: { domestic: [], international: [] } })
  return full === costOf(lead, market) ? null : full
}

type Order = (a: ListedLead, b: ListedLead) => number

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

const oldest: Order = (a, b) => compare(+a.createdAt, +b.createdAt) || compare(a.id, b.id)
const newest: Order = (a, b) => oldest(b, a)

function order(sort: LeadSort, market: Market): Order {
  const { today } = market
  // Order: dates from today on, then no date, then past dates, the latest first. A missing price is the lowest.
  const isOver = ({ travelDate }: ListedLead) => travelDate !== null && travelDate < today
  const soonest: Order = (a, b) => {
    if (isOver(a) || isOver(b)) return compare(isOver(a), isOver(b)) || latest(a, b)
    return compare(a.travelDate ?? '9999', b.travelDate ?? '9999') || compare(a.id, b.id)
  }
  const latest: Order = (a, b) =>
    compare(b.travelDate ?? '', a.travelDate ?? '') || compare(b.id, a.id)
  const cheapest: Order = (a, b) => compare(costOf(a, market) ?? -1, costOf(b, market) ?? -1)
  const forSaleFirst: Order = (a, b) => compare(a.status, b.status)
  const orders: Record<LeadSort, Order> = {
    createdAt: oldest,
    '-createdAt': newest,
    travelDate: soonest,
    '-travelDate': latest,
    cost: (a, b) =>
      cheapest(a, b) || forSaleFirst(a, b) || (a.status === 'buy' ? newest(a, b) : oldest(a, b)),
    '-cost': (a, b) => cheapest(b, a) || forSaleFirst(a, b) || newest(a, b),
  }
  return orders[sort]
}

const people = [
  'Asha Rao',
  'asha naidu',
  'Ravi 100%',
  'R_vi Shah',
  'Back\\slash',
  "O'Brien",
  'ÉLODIE',
]
const places = ['Goa', 'GOA north', 'Kerala', '50% off', 'Leh_Ladakh']
/** Days on both sides of midnight UTC, over months, some of them with many leads at the same instant. */
const instants = Array.from({ length: 90 }, (_, i) => {
  const day = Date.UTC(2025, 6, 1 + i * 3)
  return new Date(day + ([0, 1, 43_200_000, 86_399_999][i % 4] ?? 0))
})
/** Travel dates. The lists are read on the second and on the third of these days. */
const days = ['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31', '2027-02-28'] as const
export const [, firstDay, secondDay] = days
/** Few amounts, so that some prices are equal. */
const amounts = [0, 4000, 5000, 5050]

/** An arbitrary lead. */
export const anyLead: fc.Arbitrary<ListedLead> = fc
  .record({
    createdAt: fc.constantFrom(...instants),
    name: fc.constantFrom(...people),
    city: fc.constantFrom(...places),
    destination: fc.constantFrom(...places),
    leadType: fc.constantFrom(...leadTypes),
    tripType: fc.constantFrom(...tripTypes),
    status: fc.constantFrom(...leadStatuses),
    soldCostPaise: fc.option(fc.constantFrom(...amounts), { freq: 4 }),
    travelDate: fc.option(fc.constantFrom(...days), { freq: 4 }),
    isPhoneVerified: fc.boolean(),
    isEmailVerified: fc.boolean(),
    isDeleted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  .map((lead) => ({
    ...lead,
    id: uuidv7(),
    soldCostPaise: lead.status === 'sold' ? lead.soldCostPaise : null,
  }))

export const anyPrices: fc.Arbitrary<Prices> = fc.record(
  {
    domestic: fc.constantFrom(...amounts),
    international: fc.constantFrom(...amounts),
    both: fc.constantFrom(...amounts),
  },
  { requiredKeys: [] },
)

/** Steps that many of the leads have reached on the first day, some of them just then. */
export const someAgeRule: AgeRule = {
  domestic: [
    { afterDays: 60, percent: 1 },
    { afterDays: 123, percent: 20 },
    { afterDays: 240, percent: 90 },
  ],
  international: [{ afterDays: 101, percent: 33 }],
}

const mostly = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const text = fc.constantFrom('a', 'ASHA', '%', '_', '\\', "'", 'é', 'goa', '50%', 'h_l', 'nowhere')

/** An arbitrary valid query. Deep pages are more frequent than random numbers would make them. */
export const anyListQuery: fc.Arbitrary<ListQuery> = fc
  .record({
    page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 10, max: 40 })),
    limit: fc.oneof(fc.constant(50), fc.integer({ min: 1, max: 50 })),
    sort: mostly(fc.constantFrom(...leadSorts)),
    search: mostly(text),
    city: mostly(text),
    destination: mostly(text),
    leadType: mostly(fc.constantFrom(...leadTypes)),
    tripType: mostly(fc.constantFrom(...tripTypes)),
    satatus: mostly(fc.constantFrom(...leadStatuses)),
    expired: mostly(fc.boolean()),
    travelFrom: mostly(fc.constantFrom(...days)),
    travelTo: mostly(fc.constantFrom(...days)),
    verified: mostly(fc.constantFrom(...verifiedContacts)),
    maxPrice: mostly(fc.constantFrom('0', '40', '49.99', '50.5', '9000')),
    isPlain: fc.boolean(),
  })
  // Half of the queries have no filters that make lists short, so that they have several pages.
  .map(({ isPlain, page, limit, sort, leadType, satatus, expired, maxPrice, ...narrow }) => ({
    ...(isPlain ? {} : narrow),
    page,
    limit,
    sort,
    leadType,
    satatus,
    expired,
    maxPrice,
  }))
  .map((query) => JSON.parse(JSON.stringify(query)) as ListQuery)
