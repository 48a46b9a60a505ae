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
  makeCorrectedLead,
  makeEnquiry,
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
  pictureForm,
  uniqueNumber,
  withEach,
} from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of writes of enquiries, leads, purchases and replacements.

const traveller = {
  name: 'Asha Rao',
  city: 'Pune',
  destination: 'Goa',
  travelDays: 5,
  travelNights: 4,
  adult: 2,
  tripType: 'Family',
} as const
/** A traveller who has not sent an enquiry before. */
function newTraveller() {
  const number = uniqueNumber()
  const phone = `+9185${String(number).padStart(8, '0')}`
  return { ...traveller, phone, email: `traveller${number}@travellers.example` }
}
const leadForm = { ...traveller, phone: '+919876543210', email: 'asha@travellers.example' }

/** Each erasure searches all leads. With 64 at once, the last would wait too long for a connection. */
const ERASURES_AT_ONCE = 8

const freshLeads = async ({ database }: BenchSystem, count: number) =>
  (await makeLeads(database.kysely, count)).map((id) => ({ id }))

async function freshRequests(system: BenchSystem, count: number) {
  return withEach(await freshPurchases(system, count), async ({ userId, leadId }) => ({
    requestId: await makeRequest(system.database, userId, leadId),
  }))
}

/** New enquiries, of a new traveller each. */
async function enquiriesOfTravellers(system: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const { phone, email } = newTraveller()
    await makeEnquiry(system.database.kysely, { phone, email })
    return { phone, email }
  })
}

async function withCallReports(system: BenchSystem, count: number) {
  const purchases = await oldPurchases(system, count)
  await system.database.kysely
    .insertInto('call_reports')
    .values(
      purchases.map(({ id, enquiryId }) => ({
        purchase_id: id,
        enquiry_id: enquiryId,
        answer: null,
      })),
    )
    .execute()
  return purchases
}

export const tradeWrites = [
  write(enquiries.createEnquiry, { body: () => ({ ...newTraveller(), consent: true as const }) }),
  write(ownEnquiry.correctOwnEnquiry, { subjects: freshEnquiries, body: newTraveller }),
  write(ownEnquiry.withdrawOwnEnquiry, { subjects: freshEnquiries }),
  write(ownEnquiry.verifyOwnEmail, {
    subjects: freshEnquiries,
    body: ({ emailKey }) => ({ key: emailKey }),
  }),
  write(ownEnquiry.reportNoCall, { subjects: oldPurchases }),
  write(answerCallReport, { subjects: withCallReports, body: { answer: 'will-call-today' } }),
  write(ownEnquiry.answerOwnQuestion, {
    subjects: ({ database, agent }, count) =>
      makeMany(count, async () => ({ token: await makeQuestion(database, agent().id) })),
    body: { answer: 'planning' },
  }),
  write(ownEnquiry.sendOwnLink, { body: () => ({ contact: newTraveller().email }) }),
  write(ownEnquiry.requestPhoneCode, { subjects: freshEnquiries }),
  write(ownEnquiry.verifyOwnPhone, {
    subjects: enquiriesWithCodes,
    body: ({ code }) => ({ code }),
  }),
  // Calls with the same contact wait for each other.
  write(enquiries.convertEnquiry, { subjects: freshEnquiries, body: newTraveller }),
  write(enquiries.putOnSale, {
    subjects: ({ database }, count) =>
      makeMany(count, async () => ({ id: await makeCorrectedLead(database.kysely) })),
  }),
  write(enquiries.rejectEnquiry, { subjects: freshEnquiries, body: { reason: 'other' } }),
  write(createContactMessage, {
    body: () => {
      const { name, email } = newTraveller()
      return { name, email, message: 'Do you plan trips to Ladakh?' }
    },
  }),
  write(markContactMessage, {
    subjects: ({ database }, count) =>
      makeMany(count, async () => ({ id: await makeContactMessage(database.kysely) })),
    body: { answered: true },
  }),
  write(erasePersonalData, {
    grows: 'searches all leads',
    maxClients: ERASURES_AT_ONCE,
    subjects: enquiriesOfTravellers,
    body: ({ phone, email }) => ({ phone, email }),
  }),
  write(leads.createLead, { body: newTraveller }),
  write(leads.updateLead, {
    variant: 'edited',
    subjects: freshLeads,
    body: { ...leadForm, destination: 'Kerala' },
  }),
  write(leads.updateLead, {
    variant: 'marked sold',
    subjects: freshLeads,
    body: { satatus: 'sold' },
  }),
  write(leads.deleteLead, { subjects: freshLeads }),
  write(buyLead, {
    maxRequests: 1000,
    subjects: freshLeads,
    body: ({ id }) => ({ leadId: id, expectedCost: LEAD_COST_PAISE / 100 }),
  }),
  write(replacements.requestLeadReplacement, {
    subjects: freshPurchases,
    body: ({ leadId }) => ({ leadId, reason: 'Wrong number: it rings in an office' }),
  }),
  write(addRequestPicture, {
    maxRequests: 100,
    maxClients: 8,
    subjects: freshRequests,
    body: pictureForm('picture'),
  }),
  write(removeRequestPicture, {
    maxRequests: 500,
    subjects: async (system, count) =>
      withEach(await freshRequests(system, count), async ({ requestId }) => ({
        pictureId: await storeRequestPicture(system, requestId, blackPng(256)),
      })),
  }),
  ...(['approved', 'rejected'] as const).map((action) =>
    write(replacements.approveLeadReplacement, {
      variant: action,
      subjects: async (system, count) =>
        (await freshRequests(system, count)).map(({ requestId }) => ({ requestId })),
      body: ({ requestId }) => ({ requestId, action }),
    }),
  ),
]
