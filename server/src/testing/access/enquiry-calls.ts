import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import { reportNoCall } from '@raahi/contract/own-enquiry'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  buyEnquiryLead,
  makeCorrectedLead,
  makeEnquiry,
  makeEnquiryLead,
  makeLead,
  makePhoneCode,
  makeQuestion,
  makeRequest,
} from '../factories.ts'
import type { TestApp } from '../test-app.ts'
import { type AccessCalls, leadForm, newestAdmin } from './access-calls.ts'

const enquiryForm = () => ({
  name: 'Asha Rao',
  phone: `+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`,
  consent: true,
})

/** The calls about enquiries. */
export const enquiryCalls: AccessCalls = {
  statuses: {
    //                   an. gar exp ref end sus age oth adm
    createEnquiry: '     201 201 201 201 201 201 201 201 201',
    getOwnEnquiry: '     200 200 200 200 200 200 200 200 200',
    correctOwnEnquiry: ' 200 200 200 200 200 200 200 200 200',
    withdrawOwnEnquiry: '200 200 200 200 200 200 200 200 200',
    verifyOwnEmail: '    200 200 200 200 200 200 200 200 200',
    reportNoCall: '      200 200 200 200 200 200 200 200 200',
    answerCallReport: '  401 401 401 401 401 401 200 404 403',
    answerOwnQuestion: ' 200 200 200 200 200 200 200 200 200',
    offerOwnAgain: '     200 200 200 200 200 200 200 200 200',
    tellOwnSource: '     200 200 200 200 200 200 200 200 200',
    sendOwnLink: '       200 200 200 200 200 200 200 200 200',
    requestPhoneCode: '  200 200 200 200 200 200 200 200 200',
    verifyOwnPhone: '    200 200 200 200 200 200 200 200 200',
    listEnquiries: '     401 401 401 401 401 401 403 403 200',
    findRecords: '       401 401 401 401 401 401 403 403 200',
    countWaiting: '      401 401 401 401 401 401 403 403 200',
    convertEnquiry: '    401 401 401 401 401 401 403 403 201',
    rejectEnquiry: '     401 401 401 401 401 401 403 403 200',
    putOnSale: '         401 401 401 401 401 401 403 403 200',
    getLeadOrigin: '     401 401 401 401 401 401 403 403 200',
    listLeadOrigins: '   401 401 401 401 401 401 403 403 200',
  },
  notFound: {
    answerCallReport: 'CALL_REPORT_NOT_FOUND',
  },
  requests: {
    createEnquiry: async () => ({ body: enquiryForm() }),
    getOwnEnquiry: async (app) => ({ params: { token: (await makeEnquiry(app.db)).token } }),
    correctOwnEnquiry: async (app) => ({
      params: { token: (await makeEnquiry(app.db)).token },
      body: { name: 'Asha Rao', phone: '9876543210' },
    }),
    withdrawOwnEnquiry: async (app) => ({ params: { token: (await makeEnquiry(app.db)).token } }),
    verifyOwnEmail: async (app) => {
      const { token, emailKey: key } = await makeEnquiry(app.db)
      return { params: { token }, body: { key } }
    },
    reportNoCall: async (app, agent) => ({
      params: { token: (await makeOldPurchase(app, agent.id)).token },
    }),
    answerCallReport: async (app, agent) => {
      const { token, purchaseId } = await makeOldPurchase(app, agent.id)
      await app.call(reportNoCall, { params: { token } })
      return { params: { id: purchaseId }, body: { answer: 'will-call-today' } }
    },
    answerOwnQuestion: async (app, agent) => ({
      params: { token: await makeQuestion(app.database, agent.id) },
      body: { answer: 'planning' },
    }),
    offerOwnAgain: async (app, agent) => {
      const { token, leadId } = await makeOldPurchase(app, agent.id)
      const requestId = await makeRequest(app.database, agent.id, leadId)
      const { id: adminId } = await newestAdmin(app)
      await sql`select decide_replacement(${requestId}, 'approved', ${adminId}, ${uuidv7()})`.execute(
        app.db,
      )
      return { params: { token }, body: { consentVersion: enquiryConsent.version } }
    },
    tellOwnSource: async (app) => ({
      params: { token: (await makeEnquiry(app.db)).token },
      body: { source: 'Referral' },
    }),
    sendOwnLink: async () => ({ body: { contact: 'asha@example.com' } }),
    requestPhoneCode: async (app) => ({ params: { token: (await makeEnquiry(app.db)).token } }),
    verifyOwnPhone: async (app) => {
      const { id, token } = await makeEnquiry(app.db)
      return { params: { token }, body: { code: await makePhoneCode(app.database, id) } }
    },
    listEnquiries: async () => ({ query: { limit: 2 } }),
    findRecords: async () => ({ query: { search: 'goa' } }),
    countWaiting: async () => ({}),
    convertEnquiry: async (app) => ({
      params: { id: (await makeEnquiry(app.db)).id },
      body: leadForm,
    }),
    rejectEnquiry: async (app) => ({
      params: { id: (await makeEnquiry(app.db)).id },
      body: { reason: 'spam' },
    }),
    putOnSale: async ({ db }) => ({ params: { id: await makeCorrectedLead(db) } }),
    getLeadOrigin: async (app) => ({ params: { id: await makeLead(app.db) } }),
    listLeadOrigins: async (app) => ({ query: { ids: await makeLead(app.db) } }),
  },
}

/** An enquiry that this agent bought two days ago. */
async function makeOldPurchase({ db, database }: TestApp, agentId: string) {
  const admin = await newestAdmin({ db })
  const enquiry = await makeEnquiryLead(db, admin.id)
  const purchaseId = await buyEnquiryLead(database, agentId, enquiry.leadId, { hoursAgo: 48 })
  return { ...enquiry, purchaseId }
}
