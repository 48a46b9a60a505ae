import type { EnquiryFields, EnquirySource, RejectReason } from '@raahi/contract/enquiries'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { markContactMessage } from '../features/contact/mark-contact-message.ts'
import { findMessagePage } from '../features/contact/public/contact.queries.ts'
import { createContactMessage } from '../features/contact/public/create-contact-message.ts'
import { convertEnquiry, rejectEnquiry } from '../features/enquiries/decide-enquiry.ts'
import { withdrawOwnEnquiry } from '../features/enquiries/own-enquiry.ts'
import { claimSending, recordSending } from '../features/enquiries/phone-codes.queries.ts'
import { createEnquiry } from '../features/enquiries/public/create-enquiry.ts'
import { findByToken } from '../features/enquiries/public/enquiries.queries.ts'
import { requestPhoneCode } from '../features/enquiries/request-phone-code.ts'
import { verifyOwnEmail } from '../features/enquiries/verify-email.ts'
import { verifyOwnPhone } from '../features/enquiries/verify-phone.ts'
import { hashToken } from '../platform/http/caller.ts'
import type { JobQueue } from '../platform/jobs/job-queue.ts'
import { type DemoLead, insertLeads, inventLeads, leadClosings } from './demo-leads.ts'
import { dottedName } from './demo-people.ts'
import { insertOrigins, type PlannedSource, planSources } from './demo-sources.ts'
import { type DemoEvent, type DemoWorld, dayMs, hourMs, minuteMs } from './demo-world.ts'
import { seededRandom } from './random.ts'

/** Final state of each enquiry without a lead, newest first. `new` is not decided. */
const closed: readonly (RejectReason | 'withdrawn' | 'new')[] = [
  ...Array<'new'>(9).fill('new'),
  'spam',
  'other',
  'withdrawn',
  'spam',
]
const converted = 14
const sources: readonly EnquirySource[] = ['Website', 'Website', 'Referral', 'Advertisement']

const later = (at: Date, durationMs: number) => new Date(at.getTime() + durationMs)

/** Leads come from enquiries, also of other sources, or are entered by an admin. One traveller withdraws, and the lead is deleted. */
export function leadEvents(
  world: DemoWorld,
  now: Date,
  leads: readonly DemoLead[],
): { events: DemoEvent[]; sources: PlannedSource[] } {
  const recent = leads.filter(
    ({ deletedAt, createdAt }) => !deletedAt && createdAt.getTime() < now.getTime() - dayMs,
  )
  const withdrawn = leads.find(({ deletedAt, soldAt }) => deletedAt && !soldAt)
  const fromEnquiries = [...recent.slice(-converted), ...(withdrawn ? [withdrawn] : [])]
  const sources = planSources(
    now,
    leads.filter((lead) => !fromEnquiries.includes(lead)),
  )
  const events = [
    ...batchesWithout(fromEnquiries, leads).map(({ at, batch }) => ({
      at,
      run: async () => {
        await insertLeads(world, batch)
        await insertOrigins(world, batch)
      },
    })),
    ...fromEnquiries.flatMap((lead, index) =>
      convertedEnquiry(world, lead, { index, isWithdrawn: lead === withdrawn }),
    ),
    ...leadClosings(
      world,
      leads.filter((lead) => lead !== withdrawn),
    ),
  ]
  return { events, sources }
}

/** The other leads, in batches between those of enquiries, because leads are numbered in order of time. */
function batchesWithout(excluded: readonly DemoLead[], leads: readonly DemoLead[]) {
  const batches: { at: Date; batch: DemoLead[] }[] = []
  let isFirst = true
  for (const lead of leads) {
    if (excluded.includes(lead)) isFirst = true
    else if (isFirst) {
      batches.push({ at: lead.createdAt, batch: [lead] })
      isFirst = false
    } else batches.at(-1)?.batch.push(lead)
  }
  return batches
}

/** The lead is created two hours after its enquiry. */
function convertedEnquiry(
  world: DemoWorld,
  lead: DemoLead,
  { index, isWithdrawn }: { index: number; isWithdrawn: boolean },
): DemoEvent[] {
  const { admin } = world
  const enquiry = createEnquiryOnce(world, enquiryFields(lead, index))
  const convert = async () => {
    const fields = { ...lead.fields }
    const made = await convertEnquiry(world, admin, { enquiryId: await enquiry.id(), fields })
    lead.id = made._id
  }
  const withdrawal = {
    at: lead.deletedAt ?? lead.createdAt,
    run: () => withdrawOwnEnquiry(world, enquiry.token()),
  }
  return [
    { at: later(lead.createdAt, -2 * hourMs), run: enquiry.create },
    ...verifications(world, lead, enquiry, index),
    { at: lead.createdAt, run: convert },
    ...(isWithdrawn ? [withdrawal] : []),
  ]
}

/** Most travellers verify the email, and half of them the phone, soon after the enquiry. */
function verifications(
  world: DemoWorld,
  lead: DemoLead,
  enquiry: ReturnType<typeof createEnquiryOnce>,
  index: number,
): DemoEvent[] {
  const verifyEmail = () => verifyOwnEmail(world.database, enquiry.token(), enquiry.emailKey())
  const verifyPhone = () => verifyPhoneOf(world, enquiry.token())
  const after = (minutes: number) => later(lead.createdAt, -2 * hourMs + minutes * minuteMs)
  return [
    ...(index % 2 === 0 ? [{ at: after(2), run: verifyPhone }] : []),
    ...(index % 3 === 0 ? [] : [{ at: after(10), run: verifyEmail }]),
  ]
}

/** A traveller requests a code by SMS and enters it. No SMS is sent. */
async function verifyPhoneOf({ database, jobs, lastJob }: DemoWorld, token: string): Promise<void> {
  await requestPhoneCode({ database, jobs: jobs as JobQueue, maxPerHour: 200 }, token)
  const { codeId } = lastJob() as { codeId: string }
  const claimed = await claimSending(database, codeId)
  if (!claimed) throw new Error('the code of the demo cannot be sent')
  await recordSending(database, codeId, true)
  await verifyOwnPhone(database, token, claimed.code)
}

/** Enquiries without a lead, in all states. */
export function enquiryEvents(world: DemoWorld, now: Date): DemoEvent[] {
  const random = seededRandom(2_026)
  // A separate random sequence, so that the other demo data does not change.
  const people = inventLeads(random, now, closed.length)
  const enquiries = people.map((person, index) => {
    const at = later(now, -(index * 1.4 + 0.1) * dayMs)
    const travelsAt = later(at, random.whole(20, 150) * dayMs)
    return {
      at,
      state: closed[index] ?? 'new',
      fields: {
        ...enquiryFields(person, index),
        phone: `+9190000${60_000 + index * 37}`,
        email: emailOf(person.fields.name),
        travelDate: dayInIndia(travelsAt),
      },
    }
  })
  varyFields(enquiries.map(({ fields }) => fields))
  return enquiries.flatMap(({ at, state, fields }) => {
    const enquiry = createEnquiryOnce(world, fields)
    const close = async () =>
      state === 'withdrawn'
        ? withdrawOwnEnquiry(world, enquiry.token())
        : state !== 'new' && rejectEnquiry(world.database, world.admin, await enquiry.id(), state)
    return [
      { at, run: enquiry.create },
      ...(state === 'new' ? [] : [{ at: later(at, 3 * hourMs), run: close }]),
    ]
  })
}

/** An enquiry that is created by one event and used by later ones. */
function createEnquiryOnce(world: DemoWorld, fields: EnquiryFields) {
  let token = ''
  let emailKey = ''
  return {
    create: async () => {
      token = (await createEnquiry(world, fields)).token
      // The part of the mail's link that no page contains.
      emailKey = world.lastMail()?.action?.url.split('.').at(-1) ?? ''
    },
    emailKey: () => emailKey,
    token: () => token,
    id: async () => (await findByToken(world.database.kysely, hashToken(token)))?.id ?? '',
  }
}

function enquiryFields({ fields }: DemoLead, index: number): EnquiryFields {
  return { ...fields, source: sources[index % sources.length] ?? 'Website', consent: true }
}

/** Leaves out optional fields in some enquiries, repeats one, and gives one an unused phone number. */
function varyFields(enquiries: EnquiryFields[]): void {
  const [newest, second, third, , fifth] = enquiries
  if (!newest || !second || !third || !fifth) throw new RangeError('too few enquiries')
  const { name, phone, email, city } = fifth
  Object.assign(newest, { name, phone, email, city })
  Object.assign(second, { email: null, travelDate: null })
  Object.assign(third, { phone: '+919999999999', city: null, destination: null, adult: 0 })
}

const emailOf = (name: string) => `${dottedName(name)}@post.example`

const messages: readonly (readonly [name: string, message: string, daysAgo: number])[] = [
  ['Farhan Qureshi', 'Do you also arrange trips to Ladakh in winter? We are two families.', 0.2],
  ['Nandini Hegde', 'I lost the email with the link to my enquiry. Can you send it again?', 1.5],
  ['Thomas Varghese', 'We had a lovely week in Munnar. Thank you for finding us Arjun!', 6],
  ['Ritika Bansal', 'Which months are best for Goa with a small child?', 12],
]

/** Contact messages. An admin has answered those that are older than five days. */
export function messageEvents(world: DemoWorld, now: Date): DemoEvent[] {
  const { database, admin } = world
  return messages.flatMap(([name, message, daysAgo]) => {
    const at = later(now, -daysAgo * dayMs)
    const email = emailOf(name)
    const answer = async () => {
      const page = { search: email, offset: 0, limit: 1 }
      const { rows } = await findMessagePage(database.kysely, page)
      await markContactMessage(database, admin, { id: rows[0]?.id ?? '', answered: true })
    }
    return [
      { at, run: () => createContactMessage(world, { name, email, message }) },
      ...(daysAgo > 5 ? [{ at: later(at, 5 * hourMs), run: answer }] : []),
    ]
  })
}
