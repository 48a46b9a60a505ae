import { createHash } from 'node:crypto'
import { enquiryConsent } from '@raahi/contract/enquiries'
import type { NewSourceKind } from '@raahi/contract/source-labels'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { v7 as uuidv7 } from 'uuid'
import { rejectEnquiry } from '../features/enquiries/decide-enquiry.ts'
import { toColumns } from '../features/leads/public/lead-response.ts'
import { recordRefusal, recordTest } from '../features/sources/arrivals.queries.ts'
import { createSource } from '../features/sources/create-source.ts'
import { type IntakeDeps, receiveLead } from '../features/sources/receive-lead.ts'
import { setSourceCost, updateSource } from '../features/sources/update-source.ts'
import { ApiFailure } from '../platform/http/failure.ts'
import { type DemoLead, inventLeads } from './demo-leads.ts'
import { type DemoEvent, type DemoWorld, dayMs, hourMs, minuteMs } from './demo-world.ts'
import { seededRandom } from './random.ts'

interface DemoSource {
  name: string
  kind: NewSourceKind
  foundBy: 'Website' | 'Advertisement'
  /** Leads that it has brought, from those of the last months. */
  leads: number
  /** What it costs in two weeks. */
  rupeesPerFortnight?: number
  settings?: Parameters<typeof updateSource>[3]
  /** Its last enquiry is older than so many days: it is silent. */
  silentForDays?: number
}

const sources: readonly DemoSource[] = [
  {
    name: 'Google Ads: Goa and Kerala',
    kind: 'google-ads',
    foundBy: 'Advertisement',
    leads: 16,
    rupeesPerFortnight: 40,
  },
  {
    name: 'Facebook and Instagram: honeymoons',
    kind: 'meta-ads',
    foundBy: 'Advertisement',
    leads: 13,
    rupeesPerFortnight: 50,
    settings: { metaPageId: '104857600000001' },
  },
  {
    name: 'Holiday Desk (partner)',
    kind: 'api',
    foundBy: 'Website',
    leads: 13,
    silentForDays: 30,
  },
  {
    name: 'Himalaya Diaries (blog)',
    kind: 'embed',
    foundBy: 'Website',
    leads: 9,
    settings: { domains: ['www.himalayadiaries.example'] },
  },
]

/** Before the first lead. */
const createdDaysAgo = 380
/** The first lead of a source. */
const startedDaysAgo = 110
const rejectedOfEach = 1

export interface PlannedSource extends DemoSource {
  /** Set when the source is created, before the first lead. */
  id: string
}

/**
 * Plans which leads of the last months the sources bring: those that no other enquiry has brought. A silent source brings earlier
 * ones.
 */
export function planSources(now: Date, leads: readonly DemoLead[]): PlannedSource[] {
  const ageDays = ({ createdAt }: DemoLead) => (now.getTime() - createdAt.getTime()) / dayMs
  let free = leads.filter(
    (lead) => !lead.deletedAt && ageDays(lead) > 1 && ageDays(lead) < startedDaysAgo - 2,
  )
  return sources.map((source) => {
    const possible = free.filter((lead) => ageDays(lead) > (source.silentForDays ?? 0))
    // Evenly spread over the time, from the latest one on.
    const step = possible.length / source.leads
    const brought = Array.from(
      { length: source.leads },
      (_, at) => possible[possible.length - 1 - Math.floor(at * step)],
    ).filter((lead) => lead !== undefined)
    free = free.filter((lead) => !brought.includes(lead))
    const planned = { ...source, id: '' }
    for (const lead of brought) lead.source = planned
    return planned
  })
}

/** The sources with what they bring and cost: leads, enquiries that an admin rejects, a refusal and a test. */
export function sourceEvents(
  world: DemoWorld,
  now: Date,
  planned: readonly PlannedSource[],
): DemoEvent[] {
  const start = now.getTime() - startedDaysAgo * dayMs
  const people = inventLeads(seededRandom(20_264), now, planned.length * rejectedOfEach)
  return planned.flatMap((source, index) => [
    { at: new Date(now.getTime() - createdDaysAgo * dayMs), run: () => create(world, source) },
    ...people
      .slice(index * rejectedOfEach, (index + 1) * rejectedOfEach)
      .flatMap((person, at) =>
        rejectedEvents(world, source, { person, number: index * 10 + at, now }),
      ),
    ...costEvents(world, source, { start, now }),
    {
      at: new Date(now.getTime() - 3 * dayMs),
      run: () => recordTest(world.database.kysely, source.id),
    },
  ])
}

const depsOf = (world: DemoWorld): IntakeDeps => world

async function create(world: DemoWorld, source: PlannedSource): Promise<void> {
  const { database, admin } = world
  const caller = { userId: admin.userId } as never
  // Only a password would be checked.
  const deps = { database, passwords: undefined as never }
  const { name, kind, settings } = source
  source.id = (await createSource(deps, { caller, actor: admin }, { name, kind }))._id
  const noJobs = { sendAll: async () => {} }
  if (settings) await updateSource({ database, jobs: noJobs }, admin, source.id, settings)
}

function receive(
  world: DemoWorld,
  { id: sourceId, foundBy }: PlannedSource,
  { fields, createdAt }: DemoLead,
) {
  return receiveLead(
    depsOf(world),
    { sourceId, foundBy },
    {
      ...fields,
      externalId: `demo-${fields.phone}`,
      consent: { text: enquiryConsent.text, at: createdAt.toISOString() },
      message: null,
      extra: {},
    },
  )
}

/**
 * Inserts the enquiries of leads that sources have brought, two hours before the leads, in three statements: two calls of use
 * cases for each would lengthen the start of the demo by a third.
 */
export async function insertOrigins(
  { database: { kysely }, admin }: DemoWorld,
  leads: readonly DemoLead[],
): Promise<void> {
  const brought = leads.flatMap((lead) => (lead.source ? [{ lead, source: lead.source }] : []))
  if (brought.length === 0) return
  const rows = brought.map(({ lead, source }) => {
    const created_at = new Date(lead.createdAt.getTime() - 2 * hourMs)
    const id = uuidv7()
    const consent = {
      source: source.foundBy,
      consent_text: enquiryConsent.text,
      consent_version: enquiryConsent.version,
      consent_at: created_at,
    }
    return { id, lead, source_id: source.id, created_at, consent }
  })
  await kysely
    .insertInto('enquiries')
    .values(
      rows.map(({ id, lead, source_id, created_at, consent }) => ({
        id,
        ...toColumns(lead.fields),
        ...consent,
        source_id,
        created_at,
        status: 'converted' as const,
        decided_at: lead.createdAt,
        decided_by: admin.userId,
      })),
    )
    .execute()
  await kysely
    .insertInto('source_arrivals')
    .values(
      rows.map(({ id, source_id, created_at }) => ({
        id,
        source_id,
        external_hash: createHash('sha256').update(id).digest(),
        outcome: 'received' as const,
        enquiry_id: id,
        created_at,
      })),
    )
    .execute()
  await kysely
    .insertInto('lead_origins')
    .values(rows.map(({ id, lead, consent }) => ({ ...consent, lead_id: lead.id, enquiry_id: id })))
    .execute()
}

function rejectedEvents(
  world: DemoWorld,
  source: PlannedSource,
  { person, number, now }: { person: DemoLead; number: number; now: Date },
): DemoEvent[] {
  const daysAgo = (source.silentForDays ?? 1) + 4 + number * 1.3
  const createdAt = new Date(now.getTime() - daysAgo * dayMs)
  const fields = { ...person.fields, phone: `+9190000${80_000 + number * 37}`, travelDate: null }
  let enquiryId = ''
  return [
    {
      at: createdAt,
      run: async () => {
        enquiryId = (await receive(world, source, { ...person, fields, createdAt })).answer
          .enquiryId
      },
    },
    {
      at: new Date(createdAt.getTime() + 5 * hourMs),
      run: () =>
        rejectEnquiry(world.database, world.admin, enquiryId, number % 20 ? 'other' : 'spam'),
    },
    {
      at: new Date(now.getTime() - 2 * dayMs - number * minuteMs),
      run: async () => {
        const refusal = new ApiFailure('VALIDATION_FAILED', { fieldErrors: { phone: '' } })
        if (number === 0) await recordRefusal(world.database, source.id, refusal, ['phone'])
      },
    },
  ]
}

function costEvents(
  world: DemoWorld,
  source: PlannedSource,
  { start, now }: { start: number; now: Date },
): DemoEvent[] {
  const { rupeesPerFortnight } = source
  if (!rupeesPerFortnight) return []
  const events: DemoEvent[] = []
  for (let at = start + 14 * dayMs; at < now.getTime(); at += 14 * dayMs) {
    const cost = { day: dayInIndia(new Date(at)), amount: rupeesPerFortnight * 100 }
    events.push({
      at: new Date(at),
      run: () => setSourceCost(world.database, world.admin, source.id, cost),
    })
  }
  return events
}
