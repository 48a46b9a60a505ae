import type { TripType } from '@raahi/contract/leads'
import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import { nameGroups } from './demo-people.ts'
import { cities, destinations } from './places.ts'
import type { Random } from './random.ts'

export type DemoLead = Insertable<Schema['leads']> & { created_at: Date }

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs
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

/** Leads for sale that were created over the last twelve months, oldest first, more of them recently. */
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
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    name,
    // A block of unassigned numbers. Each lead has a different one.
    phone: `+9190000${String(10_000 + index * 37).padStart(5, '0')}`,
    email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}${random.whole(11, 98)}@example.com`,
    city: random.pickWeighted(cities).name,
    destination: destination.name,
    travel_date: inventTravelDate(random, createdAt),
    travel_days: nights + 1,
    travel_nights: nights,
    adult: random.whole(...party.adult),
    children: random.whole(...party.children),
    infant: random.whole(...party.infant),
    trip_type: party.tripType,
    lead_type: destination.leadType,
    created_at: createdAt,
    updated_at: createdAt,
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
    ({ status, deleted_at, travel_date }) =>
      status !== 'sold' && !deleted_at && travel_date && travel_date < today,
  )
  for (const lead of random.shuffled(over).slice(expiredLeads)) {
    lead.travel_date = dayInIndia(new Date(now.getTime() + random.whole(0, 365) * dayMs))
  }
}

function dayInIndia(at: Date): string {
  return new Date(at.getTime() + istAheadMs).toISOString().slice(0, 10)
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
