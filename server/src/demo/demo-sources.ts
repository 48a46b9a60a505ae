import { enquiryConsent } from '@raahi/contract/enquiries'
import type { NewSourceKind } from '@raahi/contract/source-labels'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { convertEnquiry, rejectEnquiry } from '../features/enquiries/decide-enquiry.ts'
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
  /** What it costs in a week. */
  rupeesPerWeek?: number
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
    rupeesPerWeek: 90,
  },
  {
    name: 'Facebook and Instagram: honeymoons',
    kind: 'meta-ads',
    foundBy: 'Advertisement',
    leads: 13,
    rupeesPerWeek: 45,
    settings: { metaPageId: '104857600000001' },
  },
  {
    name: 'Holiday Desk (partner)',
    kind: 'api',
    foundBy: 'Website',
    leads: 13,
    silentForDays: 40,
  },
  {
    name: 'Himalaya Diaries (blog)',
    kind: 'embed',
    foundBy: 'Website',
    leads: 8,
    settings: { domains: ['www.himalayadiaries.example'] },
  },
]

const startedDaysAgo = 110
const rejectedOfEach = 2

export interface PlannedSource extends DemoSource {
  id: string
  brought: DemoLead[]
}

/**
 * Plans which leads of the last months the sources bring: those that no other enquiry has brought, in turn. A silent source
 * brings the earlier ones.
 */
export function planSources(now: Date, leads: readonly DemoLead[]): PlannedSource[] {
  const planned = sources.map((source) => ({ ...source, id: '', brought: [] as DemoLead[] }))
  for (const lead of leads) {
    const daysAgo = (now.getTime() - lead.createdAt.getTime()) / dayMs
    if (lead.deletedAt || daysAgo > startedDaysAgo - 2) continue
    // The one that is the furthest behind its number.
    const [next] = planned
      .filter(
        (source) => source.brought.length < source.leads && daysAgo > (source.silentForDays ?? 1),
      )
      .sort((a, b) => a.brought.length / a.leads - b.brought.length / b.leads)
    next?.brought.push(lead)
  }
  return planned
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
    { at: new Date(start), run: () => create(world, source) },
    ...source.brought.flatMap((lead) => leadEventsOf(world, source, lead)),
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

/** The lead is created two hours after its enquiry, as those of the quote form. */
function leadEventsOf(world: DemoWorld, source: PlannedSource, lead: DemoLead): DemoEvent[] {
  let enquiryId = ''
  const arrivesAt = new Date(lead.createdAt.getTime() - 2 * hourMs)
  return [
    {
      at: arrivesAt,
      run: async () => {
        enquiryId = (await receive(world, source, { ...lead, createdAt: arrivesAt })).answer
          .enquiryId
      },
    },
    {
      at: lead.createdAt,
      run: async () => {
        const fields = { ...lead.fields }
        lead.id = (await convertEnquiry(world, world.admin, { enquiryId, fields }))._id
      },
    },
  ]
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
        rejectEnquiry(world.database, world.admin, enquiryId, number % 2 ? 'other' : 'spam'),
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
  const { rupeesPerWeek } = source
  if (!rupeesPerWeek) return []
  const events: DemoEvent[] = []
  for (let at = start + 7 * dayMs; at < now.getTime(); at += 7 * dayMs) {
    const cost = { day: dayInIndia(new Date(at)), amount: rupeesPerWeek * 100 }
    events.push({
      at: new Date(at),
      run: () => setSourceCost(world.database, world.admin, source.id, cost),
    })
  }
  return events
}
