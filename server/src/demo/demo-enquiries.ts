import { createHash } from 'node:crypto'
import { type EnquirySource, enquiryConsent, type RejectReason } from '@raahi/contract/enquiries'
import type { Insertable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { type DemoLead, dayMs, hourMs, inventLeads } from './demo-leads.ts'
import { seededRandom } from './random.ts'

type EnquiryInsert = Insertable<Schema['enquiries']> & { created_at: Date }

/** Final state of each enquiry without a lead. `new` is not decided. */
const closed: readonly (RejectReason | 'withdrawn' | 'new')[] = [
  ...Array<'new'>(9).fill('new'),
  'spam',
  'other',
  'withdrawn',
  'spam',
]
const converted = 14
const sources: readonly EnquirySource[] = ['Website', 'Website', 'Referral', 'Advertisement']

/** Inserts enquiries in all states, and contact messages. */
export async function insertEnquiries(
  tx: Transaction,
  { adminId, now, leads }: { adminId: string; now: Date; leads: readonly DemoLead[] },
): Promise<void> {
  const random = seededRandom(2_026)
  // A separate random sequence, so that the other demo data does not change.
  const people = inventLeads(random, now, closed.length)
  const alone = closed.map((state, i) => {
    const lead = people[i]
    if (!lead) throw new RangeError('as many people as states')
    const createdAt = new Date(now.getTime() - (i * 1.4 + 0.1) * dayMs)
    const email = `${lead.name.toLowerCase().replace(/[^a-z]+/g, '.')}@post.example`
    const travelsAt = new Date(createdAt.getTime() + random.whole(20, 150) * dayMs)
    const person = {
      ...lead,
      phone: `+9190000${60_000 + i * 37}`,
      email,
      travel_date: travelsAt.toISOString().slice(0, 10),
    }
    const made = enquiryOf(person, createdAt, i)
    return { ...made, ...stateOf(state, createdAt, adminId) }
  })
  varyEnquiries(alone)
  const fromLeads = leads
    .filter((lead) => !lead.deleted_at && lead.created_at.getTime() < now.getTime() - dayMs)
    .slice(-converted)
    .map((lead, i) => ({ lead, enquiry: convertedEnquiry(lead, i, adminId) }))
  const gone = leads.find((lead) => lead.deleted_at && lead.status !== 'sold')
  if (gone) fromLeads.push({ lead: gone, enquiry: withdrawnOf(gone, adminId) })
  const all: EnquiryInsert[] = [...alone, ...fromLeads.map(({ enquiry }) => enquiry)]
  all.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  await tx.insertInto('enquiries').values(all).execute()
  await tx
    .insertInto('lead_origins')
    .values(fromLeads.map(({ lead, enquiry }) => originOf(lead.id, enquiry)))
    .execute()
  if (gone) {
    await tx
      .updateTable('leads')
      .set({ deleted_cause: 'withdrawn' })
      .where('id', '=', gone.id)
      .execute()
  }
  await insertMessages(tx, { adminId, now })
}

type Person = Pick<
  DemoLead,
  | 'name'
  | 'phone'
  | 'email'
  | 'city'
  | 'destination'
  | 'travel_date'
  | 'travel_days'
  | 'travel_nights'
  | 'adult'
  | 'children'
  | 'infant'
  | 'trip_type'
  | 'lead_type'
>

function enquiryOf(person: Person, createdAt: Date, index: number): EnquiryInsert {
  const id = uuidv7({ msecs: createdAt.getTime() })
  return {
    id,
    // The link of this token was never sent.
    token_hash: createHash('sha256').update(`demo ${id}`).digest(),
    name: person.name,
    phone: person.phone,
    email: person.email,
    city: person.city,
    destination: person.destination,
    travel_date: person.travel_date ?? null,
    travel_days: person.travel_days ?? 0,
    travel_nights: person.travel_nights ?? 0,
    adult: person.adult ?? 0,
    children: person.children ?? 0,
    infant: person.infant ?? 0,
    trip_type: person.trip_type,
    lead_type: person.lead_type,
    source: sources[index % sources.length] ?? 'Website',
    consent_text: enquiryConsent.text,
    consent_version: enquiryConsent.version,
    consent_at: createdAt,
    created_at: createdAt,
  }
}

function stateOf(
  state: (typeof closed)[number],
  createdAt: Date,
  adminId: string,
): Partial<EnquiryInsert> {
  const later = new Date(createdAt.getTime() + 3 * hourMs)
  if (state === 'new') return {}
  if (state === 'withdrawn') return { status: 'withdrawn', withdrawn_at: later }
  return { status: 'rejected', reject_reason: state, decided_at: later, decided_by: adminId }
}

/** The lead was created two hours after its enquiry. */
function convertedEnquiry(lead: DemoLead, index: number, adminId: string): EnquiryInsert {
  const createdAt = new Date(lead.created_at.getTime() - 2 * hourMs)
  return {
    ...enquiryOf(lead, createdAt, index),
    status: 'converted',
    decided_at: lead.created_at,
    decided_by: adminId,
  }
}

function withdrawnOf(lead: DemoLead, adminId: string): EnquiryInsert {
  return {
    ...convertedEnquiry(lead, 0, adminId),
    status: 'withdrawn',
    withdrawn_at: lead.deleted_at ?? lead.created_at,
  }
}

function originOf(leadId: string, enquiry: EnquiryInsert): Insertable<Schema['lead_origins']> {
  return {
    lead_id: leadId,
    enquiry_id: enquiry.id,
    source: enquiry.source,
    consent_text: enquiry.consent_text,
    consent_version: enquiry.consent_version,
    consent_at: enquiry.consent_at,
  }
}

/** Leaves out optional fields in some enquiries, repeats one, and gives one an unused phone number. */
function varyEnquiries(enquiries: EnquiryInsert[]): void {
  const [newest, second, third, fourth, fifth] = enquiries
  if (!newest || !second || !third || !fourth || !fifth) return
  Object.assign(newest, {
    name: fifth.name,
    phone: fifth.phone,
    email: fifth.email,
    city: fifth.city,
    duplicate_of: fifth.id,
  })
  Object.assign(second, { email: null, travel_date: null })
  Object.assign(third, { phone: '+919999999999', city: null, destination: null, adult: 0 })
}

const messages: readonly (readonly [name: string, message: string, daysAgo: number])[] = [
  ['Farhan Qureshi', 'Do you also arrange trips to Ladakh in winter? We are two families.', 0.2],
  ['Nandini Hegde', 'I lost the email with the link to my enquiry. Can you send it again?', 1.5],
  ['Thomas Varghese', 'We had a lovely week in Munnar. Thank you for finding us Arjun!', 6],
  ['Ritika Bansal', 'Which months are best for Goa with a small child?', 12],
]

async function insertMessages(
  tx: Transaction,
  { adminId, now }: { adminId: string; now: Date },
): Promise<void> {
  const rows = messages.map(([name, message, daysAgo]) => {
    const createdAt = new Date(now.getTime() - daysAgo * dayMs)
    const isAnswered = daysAgo > 5
    return {
      id: uuidv7({ msecs: createdAt.getTime() }),
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@post.example`,
      message,
      created_at: createdAt,
      answered_at: isAnswered ? new Date(createdAt.getTime() + 5 * hourMs) : null,
      answered_by: isAnswered ? adminId : null,
    }
  })
  await tx.insertInto('contact_messages').values(rows).execute()
}
