import { type EnquirySource, travelMonths } from '@raahi/contract/enquiry-labels'
import {
  budgetCodes,
  type LeadFields,
  leadForm,
  priorityCodes,
  type TripType,
} from '@raahi/contract/leads'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { deleteLead } from '../features/leads/delete-lead.ts'
import { markLeadSold } from '../features/leads/mark-lead-sold.ts'
import { toColumns } from '../features/leads/public/lead-response.ts'
import { matchColumnsOf } from '../features/leads/public/place-columns.ts'
import { dottedName, nameGroups } from './demo-people.ts'
import { type DemoEvent, type DemoWorld, dayMs, hourMs } from './demo-world.ts'
import { cities, destinations } from './places.ts'
import type { Random } from './random.ts'

/** A lead of the demo and what is planned for it. */
export interface DemoLead {
  fields: LeadFields & { email: string }
  createdAt: Date
  /** Set when the lead is created. */
  id: string
  /** Set if the lead is sold to an agent or outside the product. */
  soldAt?: Date
  isSoldOutside?: true
  deletedAt?: Date
  /** The source that brings it, if it is not the quote form or an admin. */
  source?: { id: string; foundBy: EnquirySource }
}

/** Offset of India's time from UTC. */
const istAheadMs = 5.5 * hourMs

/** Groups of travellers: minimum and maximum number of adults, children and infants. */
const parties: readonly {
  tripType: TripType
  weight: number
  adult: readonly [number, number]
  children: readonly [number, number]
  infant: readonly [number, number]
}[] = [
  { tripType: 'Family', weight: 34, adult: [2, 4], children: [0, 3], infant: [0, 1] },
  { tripType: 'Couples', weight: 24, adult: [2, 2], children: [0, 0], infant: [0, 0] },
  { tripType: 'Friends', weight: 16, adult: [3, 9], children: [0, 0], infant: [0, 0] },
  { tripType: 'Group', weight: 8, adult: [12, 36], children: [0, 6], infant: [0, 0] },
  { tripType: 'Senior_Citizen', weight: 7, adult: [2, 6], children: [0, 0], infant: [0, 0] },
  { tripType: 'Business', weight: 6, adult: [1, 5], children: [0, 0], infant: [0, 0] },
  { tripType: 'Others', weight: 5, adult: [1, 2], children: [0, 1], infant: [0, 0] },
]

/** Invents leads that were created over the last twelve months, oldest first, more of them recently. */
export function inventLeads(random: Random, now: Date, count: number): DemoLead[] {
  const times = Array.from({ length: count }, () => enquiryTime(random, now))
  times.sort((a, b) => a.getTime() - b.getTime())
  return times.map((createdAt, index) => inventLead(random, createdAt, index))
}

/** A time in the last 365 days, between 8 in the morning and 11 at night in India. */
function enquiryTime(random: Random, now: Date): Date {
  const daysAgo = Math.floor(364 * random.next() ** 1.5)
  const midnight = Math.floor((now.getTime() + istAheadMs) / dayMs) * dayMs - istAheadMs
  const time = midnight - daysAgo * dayMs + (8 + 15 * random.next()) * hourMs
  // A time that is later today is moved to yesterday.
  return new Date(time < now.getTime() - hourMs ? time : time - dayMs)
}

function inventLead(random: Random, createdAt: Date, index: number): DemoLead {
  const destination = random.pickWeighted(destinations)
  const party = random.pickWeighted(parties)
  const nights = random.whole(...destination.nights)
  const name = inventName(random)
  const email = `${dottedName(name)}${random.whole(11, 98)}@example.com`
  return {
    // Parsed like the form of an admin, which fills in the optional fields.
    fields: {
      ...leadForm.parse({
        name,
        // A block of unassigned numbers. Each lead has a different one.
        phone: `+9190000${String(10_000 + index * 37).padStart(5, '0')}`,
        email,
        city: random.pickWeighted(cities).name,
        destination: destination.name,
        travelDate: inventTravelDate(random, createdAt),
        travelDays: nights + 1,
        travelNights: nights,
        adult: random.whole(...party.adult),
        children: random.whole(...party.children),
        infant: random.whole(...party.infant),
        tripType: party.tripType,
        leadType: destination.leadType,
      }),
      email,
    },
    createdAt,
    id: '',
  }
}

const soldOutside = 14
const deleted = 6

/** Plans which leads are sold outside the product and which are deleted, one of them after its purchase. */
export function closeSomeLeads(random: Random, now: Date, leads: readonly DemoLead[]): void {
  const old = leads.filter(({ createdAt }) => createdAt.getTime() < now.getTime() - 10 * dayMs)
  const forSale = random.shuffled(old.filter(({ soldAt }) => !soldAt))
  for (const lead of forSale.splice(0, soldOutside)) {
    lead.soldAt = new Date(lead.createdAt.getTime() + random.whole(20, 160) * hourMs)
    lead.isSoldOutside = true
  }
  const bought = old.filter(({ soldAt, isSoldOutside }) => soldAt && !isSoldOutside).slice(0, 1)
  for (const lead of [...bought, ...forSale.splice(0, deleted - 1)]) {
    lead.deletedAt = new Date(lead.createdAt.getTime() + 9 * dayMs)
  }
}

/** Number of expired demo leads. */
const expiredLeads = 8

/**
 * Moves the travel dates of most unsold leads to between today and a year ahead. A few leads stay expired. These
 * choices use a separate random sequence, so that the other demo data does not change.
 */
export function postponeTrips(random: Random, now: Date, leads: readonly DemoLead[]): void {
  const today = dayInIndia(now)
  const over = leads.filter(
    ({ soldAt, deletedAt, fields: { travelDate } }) =>
      !soldAt && !deletedAt && travelDate && travelDate < today,
  )
  for (const lead of random.shuffled(over).slice(expiredLeads)) {
    lead.fields.travelDate = dayInIndia(new Date(now.getTime() + random.whole(0, 365) * dayMs))
  }
}

/**
 * Adds a budget to some leads, a priority to some, and a month instead of a travel date to some: most travellers only
 * give a date. These choices use a separate random sequence too.
 */
export function addWishes(random: Random, now: Date, leads: readonly DemoLead[]): void {
  const today = dayInIndia(now)
  for (const { fields, createdAt, soldAt, deletedAt } of leads) {
    if (random.next() < 1 / 10) fields.budgetPerPerson = random.pick(budgetCodes)
    if (random.next() < 1 / 10) fields.priority = random.pick(priorityCodes)
    const { travelDate } = fields
    const hasMonthOnly = random.next() < 1 / 6
    if (soldAt || deletedAt || !hasMonthOnly || !travelDate || travelDate < today) continue
    // The month is the next one after the lead was created, so later dates cannot be expressed as a month.
    if (monthNumber(travelDate) - monthNumber(dayInIndia(createdAt)) > 11) continue
    fields.travelMonth = travelMonths[Number(travelDate.slice(5, 7)) - 1] ?? null
    fields.travelDate = null
  }
}

/** Counts months since the year 0. */
function monthNumber(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return year * 12 + month
}

/**
 * Inserts leads that an admin entered, in one statement: one call of the use case for each of them would double the time
 * that the demo data take.
 */
export async function insertLeads(
  { database }: DemoWorld,
  leads: readonly DemoLead[],
): Promise<void> {
  for (const lead of leads) lead.id = uuidv7({ msecs: lead.createdAt.getTime() })
  await database.kysely
    .insertInto('leads')
    .values(
      leads.map(({ id, fields, createdAt }) => ({
        id,
        ...toColumns(fields),
        ...matchColumnsOf(fields),
        month_end:
          fields.travelMonth &&
          sql<string>`month_end_from(${fields.travelMonth}, day_in_india(${createdAt}))`,
        created_at: createdAt,
        updated_at: createdAt,
      })),
    )
    .execute()
}

/** An admin marks leads as sold outside the product, or deletes them. */
export function leadClosings(
  { database, admin }: DemoWorld,
  leads: readonly DemoLead[],
): DemoEvent[] {
  return leads.flatMap((lead) => [
    ...(lead.soldAt && lead.isSoldOutside
      ? [{ at: lead.soldAt, run: () => markLeadSold(database, admin, lead.id, 'sold') }]
      : []),
    ...(lead.deletedAt
      ? [{ at: lead.deletedAt, run: () => deleteLead(database, admin, lead.id) }]
      : []),
  ])
}

function inventName(random: Random): string {
  const { first, last } = random.pickWeighted(nameGroups)
  return `${random.pick(first)} ${random.pick(last)}`
}

/** One week to five months after the enquiry. One traveller in fifteen has no date. */
function inventTravelDate(random: Random, createdAt: Date): string | null {
  if (random.next() < 1 / 15) return null
  const daysAhead = random.whole(7, 150)
  return dayInIndia(new Date(createdAt.getTime() + daysAhead * dayMs))
}
