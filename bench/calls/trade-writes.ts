import { createContactMessage, markContactMessage } from '../../contract/src/contact.ts'
import * as enquiries from '../../contract/src/enquiries.ts'
import * as leads from '../../contract/src/leads.ts'
import { erasePersonalData } from '../../contract/src/personal-data.ts'
import { buyLead } from '../../contract/src/purchases.ts'
import * as replacements from '../../contract/src/replacements.ts'
import { makeContactMessage, makeLeads, makeRequest } from '../../server/src/testing/factories.ts'
import { LEAD_COST_PAISE } from '../fill.ts'
import { write } from './recipe.ts'
import { each, freshEnquiries, freshPurchases } from './subjects.ts'
import type { World } from './world-types.ts'

// Everything that travellers, agents and admins do with enquiries and leads.

const asAgent = ({ agent }: World) => ({ token: agent().token })
const asAdmin = ({ admin }: World) => ({ token: admin().token })

const traveller = {
  name: 'Asha Rao',
  city: 'Pune',
  destination: 'Goa',
  travelDays: 5,
  travelNights: 4,
  adult: 2,
  tripType: 'Family',
} as const
let strangers = 0
/** Somebody who has not asked before. */
function stranger() {
  strangers += 1
  const phone = `+9185${String(strangers).padStart(8, '0')}`
  return { ...traveller, phone, email: `asker${strangers}@strangers.example` }
}
const leadForm = { ...traveller, phone: '+919876543210', email: 'asha@strangers.example' }

/** Each looks through all leads: of 64 the last would wait for a connection longer than a request may. */
const ERASURES_AT_ONCE = 8

const freshLeads = ({ database }: World, count: number) => makeLeads(database.kysely, count)

export const tradeWrites = [
  write(enquiries.createEnquiry, {
    ask: () => ({ body: { ...stranger(), consent: true as const } }),
  }),
  write(enquiries.correctOwnEnquiry, {
    subjects: freshEnquiries,
    ask: (_, { token }) => ({ params: { token }, body: stranger() }),
  }),
  write(enquiries.withdrawOwnEnquiry, {
    subjects: freshEnquiries,
    ask: (_, { token }) => ({ params: { token } }),
  }),
  write(enquiries.convertEnquiry, {
    subjects: freshEnquiries,
    ask: (world, { id }) => ({ ...asAdmin(world), params: { id }, query: {}, body: leadForm }),
  }),
  write(enquiries.rejectEnquiry, {
    subjects: freshEnquiries,
    ask: (world, { id }) => ({
      ...asAdmin(world),
      params: { id },
      body: { reason: 'other' as const },
    }),
  }),
  write(createContactMessage, {
    ask: () => {
      const { name, email } = stranger()
      return { body: { name, email, message: 'Do you plan trips to Ladakh?' } }
    },
  }),
  write(markContactMessage, {
    subjects: ({ database }, count) => each(count, () => makeContactMessage(database.kysely)),
    ask: (world, id) => ({ ...asAdmin(world), params: { id }, body: { answered: true } }),
  }),
  write(erasePersonalData, {
    grows: 'leads are looked through',
    maxClients: ERASURES_AT_ONCE,
    subjects: async (world, count) => {
      const people = Array.from({ length: count }, stranger)
      const { kysely } = world.database
      const made = await freshEnquiries(world, count)
      await each(count, async (at) => {
        const [enquiry, person] = [made[at], people[at]]
        if (!enquiry || !person) throw new Error('as many enquiries as people')
        await kysely
          .updateTable('enquiries')
          .set({ phone: person.phone, email: person.email })
          .where('id', '=', enquiry.id)
          .execute()
      })
      return people
    },
    ask: (world, { phone, email }) => ({ ...asAdmin(world), body: { phone, email } }),
  }),
  write(leads.createLead, { ask: (world) => ({ ...asAdmin(world), body: leadForm }) }),
  write(leads.updateLead, {
    what: 'edited',
    subjects: freshLeads,
    ask: (world, id) => ({
      ...asAdmin(world),
      params: { id },
      body: { ...leadForm, destination: 'Kerala' },
    }),
  }),
  write(leads.updateLead, {
    what: 'marked sold',
    subjects: freshLeads,
    ask: (world, id) => ({ ...asAdmin(world), params: { id }, body: { satatus: 'sold' as const } }),
  }),
  write(leads.deleteLead, {
    subjects: freshLeads,
    ask: (world, id) => ({ ...asAdmin(world), params: { id } }),
  }),
  write(buyLead, {
    most: 1000,
    subjects: freshLeads,
    ask: (world, leadId) => ({
      ...asAgent(world),
      body: { leadId, expectedCost: LEAD_COST_PAISE / 100 },
    }),
  }),
  write(replacements.requestLeadReplacement, {
    subjects: freshPurchases,
    ask: (_, { buyer, leadId }) => ({
      token: buyer.token,
      body: { leadId, reason: 'Wrong number: it rings in an office' },
    }),
  }),
  ...(['approved', 'rejected'] as const).map((action) =>
    write(replacements.approveLeadReplacement, {
      what: action,
      subjects: async (world, count) => {
        const bought = await freshPurchases(world, count)
        return Promise.all(
          bought.map(({ buyer, leadId }) => makeRequest(world.database, buyer.id, leadId)),
        )
      },
      ask: (world, requestId) => ({ ...asAdmin(world), body: { requestId, action } }),
    }),
  ),
]
