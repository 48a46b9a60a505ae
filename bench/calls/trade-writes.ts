import { answerCallReport } from '../../contract/src/call-reports.ts'
import { createContactMessage, markContactMessage } from '../../contract/src/contact.ts'
import * as enquiries from '../../contract/src/enquiries.ts'
import * as leads from '../../contract/src/leads.ts'
import * as ownEnquiry from '../../contract/src/own-enquiry.ts'
import { erasePersonalData } from '../../contract/src/personal-data.ts'
import { buyLead } from '../../contract/src/purchases.ts'
import { addRequestPicture, removeRequestPicture } from '../../contract/src/replacement-pictures.ts'
import * as replacements from '../../contract/src/replacements.ts'
import {
  makeContactMessage,
  makeLeads,
  makeQuestion,
  makeRequest,
} from '../../server/src/testing/factories.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import { storeRequestPicture } from '../../server/src/testing/store-request-picture.ts'
import { LEAD_COST_PAISE } from '../fill.ts'
import { write } from './call-benchmark.ts'
import {
  enquiriesWithCodes,
  freshEnquiries,
  freshPurchases,
  makeMany,
  oldPurchases,
} from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of writes of enquiries, leads, purchases and replacements.

const asAgent = ({ agent }: BenchSystem) => ({ token: agent().token })
const asAdmin = ({ admin }: BenchSystem) => ({ token: admin().token })

const traveller = {
  name: 'Asha Rao',
  city: 'Pune',
  destination: 'Goa',
  travelDays: 5,
  travelNights: 4,
  adult: 2,
  tripType: 'Family',
} as const
let travellerCount = 0
/** A traveller who has not sent an enquiry before. */
function newTraveller() {
  travellerCount += 1
  const phone = `+9185${String(travellerCount).padStart(8, '0')}`
  return { ...traveller, phone, email: `traveller${travellerCount}@travellers.example` }
}
const leadForm = { ...traveller, phone: '+919876543210', email: 'asha@travellers.example' }

const picture = blackPng(256)
function pictureForm(): FormData {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'chat.png')
  return form
}

/** Each erasure searches all leads. With 64 at once, the last would wait too long for a connection. */
const ERASURES_AT_ONCE = 8

const freshLeads = ({ database }: BenchSystem, count: number) => makeLeads(database.kysely, count)

export const tradeWrites = [
  write(enquiries.createEnquiry, {
    buildRequest: () => ({ body: { ...newTraveller(), consent: true as const } }),
  }),
  write(ownEnquiry.correctOwnEnquiry, {
    subjects: freshEnquiries,
    buildRequest: (_, { token }) => ({ params: { token }, body: newTraveller() }),
  }),
  write(ownEnquiry.withdrawOwnEnquiry, {
    subjects: freshEnquiries,
    buildRequest: (_, { token }) => ({ params: { token } }),
  }),
  write(ownEnquiry.verifyOwnEmail, {
    subjects: freshEnquiries,
    buildRequest: (_, { token, emailKey }) => ({ params: { token }, body: { key: emailKey } }),
  }),
  write(ownEnquiry.reportNoCall, {
    subjects: oldPurchases,
    buildRequest: (_, { token }) => ({ params: { token } }),
  }),
  write(answerCallReport, {
    subjects: async (system, count) => {
      const purchases = await oldPurchases(system, count)
      await system.database.kysely
        .insertInto('call_reports')
        .values(
          purchases.map(({ id, purchaseId }) => ({
            purchase_id: purchaseId,
            enquiry_id: id,
            answer: null,
          })),
        )
        .execute()
      return purchases
    },
    buildRequest: (_, { buyer, purchaseId }) => ({
      token: buyer.token,
      params: { id: purchaseId },
      body: { answer: 'will-call-today' as const },
    }),
  }),
  write(ownEnquiry.answerOwnQuestion, {
    subjects: ({ database, agent }, count) =>
      makeMany(count, () => makeQuestion(database, agent().id)),
    buildRequest: (_, token) => ({ params: { token }, body: { answer: 'planning' as const } }),
  }),
  write(ownEnquiry.sendOwnLink, {
    buildRequest: () => ({ body: { contact: newTraveller().email } }),
  }),
  write(ownEnquiry.requestPhoneCode, {
    subjects: freshEnquiries,
    buildRequest: (_, { token }) => ({ params: { token } }),
  }),
  write(ownEnquiry.verifyOwnPhone, {
    subjects: enquiriesWithCodes,
    buildRequest: (_, { token, code }) => ({ params: { token }, body: { code } }),
  }),
  write(enquiries.convertEnquiry, {
    subjects: freshEnquiries,
    buildRequest: (system, { id }) => ({
      ...asAdmin(system),
      params: { id },
      query: {},
      body: leadForm,
    }),
  }),
  write(enquiries.rejectEnquiry, {
    subjects: freshEnquiries,
    buildRequest: (system, { id }) => ({
      ...asAdmin(system),
      params: { id },
      body: { reason: 'other' as const },
    }),
  }),
  write(createContactMessage, {
    buildRequest: () => {
      const { name, email } = newTraveller()
      return { body: { name, email, message: 'Do you plan trips to Ladakh?' } }
    },
  }),
  write(markContactMessage, {
    subjects: ({ database }, count) => makeMany(count, () => makeContactMessage(database.kysely)),
    buildRequest: (system, id) => ({
      ...asAdmin(system),
      params: { id },
      body: { answered: true },
    }),
  }),
  write(erasePersonalData, {
    grows: 'searches all leads',
    maxClients: ERASURES_AT_ONCE,
    subjects: async (system, count) => {
      const people = Array.from({ length: count }, newTraveller)
      const { kysely } = system.database
      const made = await freshEnquiries(system, count)
      await makeMany(count, async (at) => {
        const [enquiry, person] = [made[at], people[at]]
        if (!enquiry || !person) throw new Error('fewer enquiries than travellers')
        await kysely
          .updateTable('enquiries')
          .set({ phone: person.phone, email: person.email })
          .where('id', '=', enquiry.id)
          .execute()
      })
      return people
    },
    buildRequest: (system, { phone, email }) => ({ ...asAdmin(system), body: { phone, email } }),
  }),
  write(leads.createLead, { buildRequest: (system) => ({ ...asAdmin(system), body: leadForm }) }),
  write(leads.updateLead, {
    variant: 'edited',
    subjects: freshLeads,
    buildRequest: (system, id) => ({
      ...asAdmin(system),
      params: { id },
      body: { ...leadForm, destination: 'Kerala' },
    }),
  }),
  write(leads.updateLead, {
    variant: 'marked sold',
    subjects: freshLeads,
    buildRequest: (system, id) => ({
      ...asAdmin(system),
      params: { id },
      body: { satatus: 'sold' as const },
    }),
  }),
  write(leads.deleteLead, {
    subjects: freshLeads,
    buildRequest: (system, id) => ({ ...asAdmin(system), params: { id } }),
  }),
  write(buyLead, {
    maxRequests: 1000,
    subjects: freshLeads,
    buildRequest: (system, leadId) => ({
      ...asAgent(system),
      body: { leadId, expectedCost: LEAD_COST_PAISE / 100 },
    }),
  }),
  write(replacements.requestLeadReplacement, {
    subjects: freshPurchases,
    buildRequest: (_, { buyer, leadId }) => ({
      token: buyer.token,
      body: { leadId, reason: 'Wrong number: it rings in an office' },
    }),
  }),
  write(addRequestPicture, {
    maxRequests: 100,
    maxClients: 8,
    subjects: async (system, count) => {
      const bought = await freshPurchases(system, count)
      return makeMany(count, async (n) => {
        const { buyer, leadId } = bought[n] ?? {}
        if (!buyer || !leadId) throw new Error('a purchase is missing')
        return { buyer, requestId: await makeRequest(system.database, buyer.id, leadId) }
      })
    },
    buildRequest: (_, { buyer, requestId }) => ({
      token: buyer.token,
      params: { requestId },
      body: pictureForm(),
    }),
  }),
  write(removeRequestPicture, {
    maxRequests: 500,
    subjects: async (system, count) => {
      const bought = await freshPurchases(system, count)
      return Promise.all(
        bought.map(async ({ buyer, leadId }) => {
          const requestId = await makeRequest(system.database, buyer.id, leadId)
          return { buyer, pictureId: await storeRequestPicture(system, requestId, picture) }
        }),
      )
    },
    buildRequest: (_, { buyer, pictureId }) => ({ token: buyer.token, params: { pictureId } }),
  }),
  ...(['approved', 'rejected'] as const).map((action) =>
    write(replacements.approveLeadReplacement, {
      variant: action,
      subjects: async (system, count) => {
        const bought = await freshPurchases(system, count)
        return Promise.all(
          bought.map(({ buyer, leadId }) => makeRequest(system.database, buyer.id, leadId)),
        )
      },
      buildRequest: (system, requestId) => ({ ...asAdmin(system), body: { requestId, action } }),
    }),
  ),
]
