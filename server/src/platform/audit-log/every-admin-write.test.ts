import { randomInt } from 'node:crypto'
import { listAuditLog } from '@raahi/contract/audit-log'
import { type EndpointSpec, isKeyScope } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import { setLeadCost } from '@raahi/contract/lead-costs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureTopUp } from '../../testing/captured-payments.ts'
import {
  factoryPassword,
  firstTerms,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeContactMessage,
  makeCorrectedLead,
  makeEnquiry,
  makeLead,
  makePlan,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { makeFailedJob } from '../../testing/make-failed-job.ts'
import { makeImport } from '../../testing/make-import.ts'
import { makeMoneyRequest } from '../../testing/make-money-request.ts'
import { makeKey, makeSource } from '../../testing/make-source.ts'
import { blackPng } from '../../testing/pictures.ts'
import {
  createTestApp,
  formOf,
  type TestApp,
  type TestInput,
  uniqueText,
} from '../../testing/test-app.ts'
import { codeOf, giveTwoFactor, storeUnconfirmedApp } from '../../testing/two-factor.ts'
import { encryptionOf, makeWebhook } from '../../testing/webhooks.ts'
import { withTransaction } from '../database/transaction.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  // The product asks its own sandbox about a payment before a refund.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

interface Write {
  action: string
  /** The states of the record in the entry: before the change, after it, both, or neither. */
  records: 'before' | 'after' | 'both' | 'neither'
  input: () => Promise<TestInput>
}

/** Every call with which an admin changes data. The tests fail if a call is missing. */
const writes: Record<string, Write> = {
  register: {
    action: 'user.register',
    records: 'after',
    input: async () => ({
      body: formOf(
        {
          name: 'New Agent',
          email: `${uniqueText()}@example.com`,
          password: secret,
          phone: `+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`,
          companyName: 'New Travels',
          city: 'Pune',
        },
        { name: 'kyc.png', bytes: blackPng(8) },
      ),
    }),
  },
  addStaff: {
    action: 'user.add-staff',
    records: 'after',
    input: async () => ({
      body: {
        name: 'New Admin',
        email: `${uniqueText()}@example.com`,
        rights: ['support'],
        currentPassword: factoryPassword,
      },
    }),
  },
  changeStaffRights: {
    action: 'user.set-rights',
    records: 'both',
    input: async () => ({
      params: { id: (await makeAdmin(app.db)).id },
      body: { rights: ['support'], currentPassword: factoryPassword },
    }),
  },
  updateUser: {
    action: 'user.update',
    records: 'both',
    input: async () => {
      const agent = await makeAgent(app.db)
      return { body: { userId: agent.id, name: 'Another Name', email: agent.email } }
    },
  },
  decideKyc: {
    action: 'user.reject-kyc',
    records: 'both',
    input: async () => {
      const kyc = { kyc_file: uniqueText(), kyc_name: 'pan.pdf', kyc_type: 'application/pdf' }
      const { id } = await makeAgent(app.db, kyc)
      return {
        params: { userId: id },
        body: { version: 1, action: 'reject', reason: 'other', note: 'Very secret note' },
      }
    },
  },
  changeSettings: {
    action: 'settings.change',
    records: 'both',
    input: async () => {
      await app.db.updateTable('settings').set({ buying_needs_kyc: true }).execute()
      return { body: { version: 0, buyingNeedsKyc: false } }
    },
  },
  sendStatement: {
    action: 'settings.send-statement',
    records: 'after',
    input: async () => {
      await app.db
        .updateTable('settings')
        .set({ accountant_email: 'accounts@example.com', accountant_since: '2026-01-01' })
        .execute()
      return { body: { seenAt: null } }
    },
  },
  retryFailedJob: {
    action: 'job.retry',
    records: 'after',
    input: async () => ({ params: { id: await makeFailedJob(app.db) } }),
  },
  retryFailedJobs: {
    action: 'job.retry',
    records: 'after',
    input: async () => {
      await makeFailedJob(app.db)
      return {}
    },
  },
  changeReturnPolicy: {
    action: 'return-policy.change',
    records: 'both',
    input: async () => ({
      body: { version: 1, ...firstTerms, reportDays: 7, decideHours: 24, approvesLate: false },
    }),
  },
  changePriceAgeing: {
    action: 'price-ageing.change',
    records: 'both',
    input: async () => ({
      body: { version: 1, domestic: [{ afterDays: 30, percent: 20 }], international: [] },
    }),
  },
  suspendUser: {
    action: 'user.suspend',
    records: 'both',
    input: async () => ({
      params: { userId: (await makeAgent(app.db)).id },
      query: { status: 'suspended' },
    }),
  },
  updateImageOfUser: {
    action: 'user.set-picture',
    records: 'neither',
    input: async () => ({
      body: formOf({}, { field: 'profile', name: 'me.png', bytes: blackPng(8) }),
    }),
  },
  changeOwnPassword: {
    action: 'user.change-password',
    records: 'neither',
    input: async () => ({
      body: { currentPassword: factoryPassword, newPassword: secret, confirmNewPassword: secret },
    }),
  },
  endOwnSession: {
    action: 'user.end-session',
    records: 'before',
    input: async () => {
      const { id } = await app.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', admin.id)
        .executeTakeFirstOrThrow()
      return { params: { id } }
    },
  },
  startTwoFactor: {
    action: 'user.start-two-factor',
    records: 'neither',
    input: async () => ({ body: { currentPassword: factoryPassword } }),
  },
  confirmTwoFactor: {
    action: 'user.turn-on-two-factor',
    records: 'neither',
    input: async () => ({ body: { code: codeOf(await storeUnconfirmedApp(app, admin)) } }),
  },
  renewRecoveryCodes: {
    action: 'user.renew-recovery-codes',
    records: 'neither',
    input: async () => {
      const { key } = await giveTwoFactor(app, admin)
      return { body: { currentPassword: factoryPassword, code: codeOf(key) } }
    },
  },
  turnOffTwoFactor: {
    action: 'user.turn-off-two-factor',
    records: 'neither',
    input: async () => {
      const { key } = await giveTwoFactor(app, admin)
      return { body: { currentPassword: factoryPassword, code: codeOf(key) } }
    },
  },
  endOwnSessions: { action: 'user.end-all-sessions', records: 'neither', input: async () => ({}) },
  createLead: { action: 'lead.create', records: 'after', input: async () => ({ body: leadForm }) },
  updateLead: {
    action: 'lead.edit',
    records: 'both',
    input: async () => ({ params: { id: await makeLead(app.db) }, body: leadForm }),
  },
  deleteLead: {
    action: 'lead.delete',
    records: 'before',
    input: async () => ({ params: { id: await makeLead(app.db) } }),
  },
  setLeadCost: {
    action: 'lead-cost.set',
    records: 'both',
    input: async () => {
      await setLeadPrice(app.db, 'both', 4000)
      return { body: { type: 'both', price: 50 } }
    },
  },
  updateLeadCost: {
    action: 'lead-cost.update',
    records: 'both',
    input: async () => ({ params: { id: await anyLeadCost() }, body: { price: 50 } }),
  },
  deleteLeadCost: {
    action: 'lead-cost.delete',
    records: 'before',
    input: async () => ({ params: { id: await anyLeadCost() } }),
  },
  createPlan: {
    action: 'plan.create',
    records: 'after',
    input: async () => ({ body: planForm() }),
  },
  updatePlan: {
    action: 'plan.update',
    records: 'both',
    input: async () => ({ params: { id: (await makePlan(app.db)).id }, body: planForm() }),
  },
  deletePlan: {
    action: 'plan.delete',
    records: 'before',
    input: async () => ({ params: { id: (await makePlan(app.db)).id } }),
  },
  addUsersPlanByAdmin: {
    action: 'plan.assign',
    records: 'after',
    input: async () => ({
      body: { userId: (await makeAgent(app.db)).id, planId: (await makePlan(app.db)).id },
    }),
  },
  approveLeadReplacement: {
    action: 'replacement.approve',
    records: 'both',
    input: async () => {
      const agent = await makeAgent(app.db)
      await giveMoney(app.database, agent.id, 100_000)
      const leadId = await makePurchase(app.database, agent.id)
      const requestId = await makeRequest(app.database, agent.id, leadId)
      return { body: { requestId, action: 'approved' } }
    },
  },
  convertEnquiry: {
    action: 'enquiry.convert',
    records: 'both',
    input: async () => ({ params: { id: (await makeEnquiry(app.db)).id }, body: leadForm }),
  },
  rejectEnquiry: {
    action: 'enquiry.reject',
    records: 'both',
    input: async () => ({
      params: { id: (await makeEnquiry(app.db)).id },
      body: { reason: 'duplicate' },
    }),
  },
  putOnSale: {
    action: 'lead.put-on-sale',
    records: 'both',
    input: async () => ({ params: { id: await makeCorrectedLead(app.db) } }),
  },
  markContactMessage: {
    action: 'contact-message.answer',
    records: 'both',
    input: async () => ({
      params: { id: await makeContactMessage(app.db) },
      body: { answered: true },
    }),
  },
  answerContactMessage: {
    action: 'contact-message.answer',
    records: 'both',
    input: async () => ({
      params: { id: await makeContactMessage(app.db) },
      body: { answer: 'Yes, in May.' },
    }),
  },
  changeLeads: {
    action: 'lead.delete',
    records: 'before',
    input: async () => ({ body: { ids: [await makeLead(app.db)], action: 'delete' } }),
  },
  findPersonalData: {
    action: 'personal-data.find',
    records: 'after',
    input: async () => ({ body: { phone: '9876500000' } }),
  },
  exportPersonalData: {
    action: 'personal-data.export',
    records: 'after',
    input: async () => ({ body: { email: 'unknown@example.com' } }),
  },
  erasePersonalData: {
    action: 'personal-data.erase',
    records: 'after',
    input: async () => ({ body: { phone: '9876500000' } }),
  },
  adminWalletRecharge: {
    action: 'wallet.recharge',
    records: 'both',
    input: async () => ({ body: { userId: (await makeAgent(app.db)).id, amount: 10 } }),
  },
  decideMoneyRequest: {
    action: 'money-request.decline',
    records: 'both',
    input: async () => ({
      params: { id: await makeMoneyRequest(app.db, (await makeAgent(app.db)).id) },
      body: { action: 'decline' },
    }),
  },
  createSource: {
    action: 'source.create',
    records: 'after',
    input: async () => ({ body: { name: 'Partner', kind: 'api' } }),
  },
  updateSource: {
    action: 'source.update',
    records: 'both',
    input: async () => ({
      params: { id: (await makeSource(app.db)).id },
      body: { publishAtOnce: true },
    }),
  },
  renewSourceSecret: {
    action: 'source.renew-secret',
    records: 'neither',
    input: async () => ({
      params: { id: (await makeSource(app.db, { kind: 'google-ads' })).id },
      body: { password: factoryPassword },
    }),
  },
  createSourceKey: {
    action: 'key.create',
    records: 'after',
    input: async () => ({
      params: { id: (await makeSource(app.db)).id },
      body: { name: 'Server', password: factoryPassword },
    }),
  },
  revokeKey: {
    action: 'key.revoke',
    records: 'before',
    input: async () => {
      const { id } = await makeSource(app.db)
      return { params: { id: (await makeKey(app.db, { source_id: id })).id } }
    },
  },
  fetchMetaLeadsAgain: {
    action: 'source.fetch-again',
    records: 'after',
    input: async () => ({ params: { id: (await makeSource(app.db, { kind: 'meta-ads' })).id } }),
  },
  sendMetaTestLead: {
    action: 'source.send-test-lead',
    records: 'neither',
    input: async () => {
      const meta_page_id = String(randomInt(1e9, 1e10))
      return { params: { id: (await makeSource(app.db, { kind: 'meta-ads', meta_page_id })).id } }
    },
  },
  setSourceCost: {
    action: 'source.set-cost',
    records: 'both',
    input: async () => ({
      params: { id: (await makeSource(app.db)).id },
      body: { day: '2026-11-01', amount: 500 },
    }),
  },
  uploadImport: {
    action: 'import.upload',
    records: 'after',
    input: async () => ({
      body: formOf(
        { sourceId: (await makeSource(app.db, { kind: 'import' })).id, consentText: 'Agreed.' },
        { field: 'file', name: 'fair.csv', bytes: 'Name,Phone\nAsha,98450 00001\n' },
      ),
    }),
  },
  checkImport: {
    action: 'import.check',
    records: 'both',
    input: async () => ({ params: { id: await makeImport(app.db) }, body: { dateOrder: 'dmy' } }),
  },
  runImport: {
    action: 'import.run',
    records: 'both',
    input: async () => ({ params: { id: await makeImport(app.db) } }),
  },
  undoImport: {
    action: 'import.undo',
    records: 'both',
    input: async () => ({ params: { id: await makeImport(app.db) } }),
  },
  correctRecharge: {
    action: 'wallet.correct',
    records: 'both',
    input: async () => {
      const { id } = await makeAgent(app.db)
      const transactionId = await giveMoney(app.database, id, 1000)
      return { body: { transactionId, amount: 10, reason: 'Typed twice' } }
    },
  },
  createWebhook: {
    action: 'webhook.create',
    records: 'after',
    input: async () => ({
      body: {
        url: `https://example.com/${secret}`,
        events: ['lead.sold'],
        password: factoryPassword,
      },
    }),
  },
  updateWebhook: {
    action: 'webhook.update',
    records: 'both',
    input: async () => ({ ...(await ofWebhook()), body: { isPaused: true } }),
  },
  deleteWebhook: { action: 'webhook.delete', records: 'before', input: ofWebhook },
  testWebhook: { action: 'webhook.test', records: 'neither', input: ofWebhook },
  rotateWebhook: { action: 'webhook.rotate', records: 'neither', input: ofWebhook },
  resendWebhookDelivery: {
    action: 'webhook.resend',
    records: 'neither',
    input: async () => {
      const { params } = await ofWebhook()
      const { id: deliveryId } = await app.db
        .insertInto('webhook_deliveries')
        .values({ webhook_id: params.id, type: 'webhook.test', subject_id: params.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { params: { ...params, deliveryId } }
    },
  },
  resendWebhookDeliveries: {
    action: 'webhook.resend',
    records: 'after',
    input: async () => ({
      ...(await ofWebhook()),
      body: { since: new Date().toISOString() },
    }),
  },
  refundPayment: {
    action: 'payment.refund',
    records: 'both',
    input: async () => {
      const { paymentId } = await topUp()
      return { body: { transactionId: paymentId, amount: 10, reason: 'Paid twice' } }
    },
  },
  replaceInvoice: {
    action: 'invoice.replace',
    records: 'both',
    input: async () => {
      const { invoiceId } = await topUp()
      return { body: { invoiceId, gstin: '', stateCode: '27' } }
    },
  },
}

async function topUp() {
  const { id: userId } = await makeAgent(app.db)
  return withTransaction(app.database, (tx) =>
    captureTopUp(tx, app.config, { userId, amountPaise: 118_00 }),
  )
}

/** Calls that change only the caller's own session or account data that others do not see. */
const callsOnOwnSession = [
  'login',
  'verifyTwoFactor',
  'refresh',
  'logout',
  'forgotPassword',
  'reSendOtp',
  'verifyUserOtp',
  'resendConfirmation',
]
/** Public calls, or calls authorized by a code or a traveller's link: there is no signed-in user. */
const callsWithoutUser = [
  'changePassword',
  'confirmEmail',
  'createEnquiry',
  'correctOwnEnquiry',
  'withdrawOwnEnquiry',
  'verifyOwnEmail',
  'requestPhoneCode',
  'verifyOwnPhone',
  'reportNoCall',
  'answerOwnQuestion',
  'offerOwnAgain',
  'tellOwnSource',
  'sendOwnLink',
  'createContactMessage',
  'readSharedQuote',
  'getSharedQuotePdf',
  'getSharedQuoteLogo',
  'answerSharedQuote',
  'receiveGoogleLead',
  'readInvitation',
  'acceptInvitation',
]

const secret = 'Very@Secret123'
const leadForm = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}
const planForm = () => ({
  planId: `P-${uniqueText()}`,
  planName: 'Starter',
  price: 999,
  description: 'Ten leads',
  validity: 30,
  planType: 'both',
  numberOfLeads: 10,
})

/** A new webhook of the admins. Nothing listens at its address. */
async function ofWebhook() {
  const url = `http://127.0.0.1:9/${secret}`
  const { id } = await makeWebhook(app.db, await encryptionOf(app), null, { url })
  return { params: { id } }
}

async function anyLeadCost(): Promise<string> {
  await setLeadPrice(app.db, 'domestic', 4000)
  const { id } = await app.db
    .selectFrom('lead_costs')
    .select('id')
    .where('type', '=', 'domestic')
    .executeTakeFirstOrThrow()
  return id
}

const byAdmins = endpoints.filter(
  (spec: EndpointSpec) =>
    spec.method !== 'GET' &&
    spec.access !== 'agent' &&
    !callsOnOwnSession.includes(spec.name) &&
    !isKeyScope(spec.access) &&
    !callsWithoutUser.includes(spec.name),
)

describe('every call with which an admin changes something', () => {
  it('is tested below, and nothing else is', () => {
    expect(Object.keys(writes).sort()).toEqual(byAdmins.map(({ name }) => name).sort())
  })

  it.each(byAdmins)('$name writes one entry: actor, action, time and change', async (spec) => {
    const write = writes[spec.name]
    if (!write) throw new Error(`${spec.name} has no request here`)
    admin = await makeAdmin(app.db)
    const watcher = await makeAdmin(app.db)
    const input = await write.input()
    const since = Date.now()
    const answer = await app.as(admin).call(spec, input)
    expect(answer.status, answer.text).toBeLessThan(300)

    const { docs } = (await app.as(watcher).call(listAuditLog, { query: { limit: 1 } })).data
    const [entry] = docs
    expect(entry).toMatchObject({
      actor: { _id: admin.id, name: admin.name, email: admin.email, role: 'admin' },
      action: write.action,
      subjectId: expect.any(String),
      requestId: answer.headers['x-request-id'],
      ip: '127.0.0.1',
    })
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(since - 1000)
    expect([entry?.before !== null, entry?.after !== null]).toEqual([
      write.records === 'before' || write.records === 'both',
      write.records === 'after' || write.records === 'both',
    ])
    if (write.records === 'both') expect(entry?.before).not.toEqual(entry?.after)
    await expectOneEntry(entry?.requestId ?? '')
  })

  it('never writes a password, a token, a code or a document to the log', async () => {
    const { rows } = await app.database.pool.query<{ text: string }>(
      `select concat_ws(' ', before::text, after::text) as text from audit_log`,
    )
    expect(rows.length).toBeGreaterThan(byAdmins.length - 1)
    for (const { text } of rows) {
      expect(text).not.toMatch(/password|hash|token|otp|secret|argon2|base64/i)
      expect(text).not.toContain(secret)
      expect(text).not.toContain(factoryPassword)
      for (const { token } of [admin]) expect(text).not.toContain(token)
    }
  })

  it('writes no entry if it is rejected', async () => {
    const count = async () => {
      const { rows } = await app.database.pool.query('select count(*) as n from audit_log')
      return rows[0].n
    }
    admin = await makeAdmin(app.db)
    const before = await count()
    const missing = '01900000-0000-7000-8000-00000000dead'
    for (const spec of byAdmins.filter(({ path }) => path.includes('{'))) {
      const { body, query } = (await writes[spec.name]?.input()) ?? {}
      const params = { id: missing, userId: missing, deliveryId: missing }
      const answer = await app.as(admin).call(spec, {
        params,
        ...(query && { query }),
        ...(body !== undefined && { body }),
      })
      expect(answer.status, spec.name).toBe(404)
    }
    expect(await count()).toBe(before)
  })
})

async function expectOneEntry(requestId: string) {
  const entries = await app.db
    .selectFrom('audit_log')
    .select('action')
    .where('request_id', '=', requestId)
    .execute()
  expect(entries).toHaveLength(1)
}

describe('a first price', () => {
  it('set concurrently is recorded once as a new record', async () => {
    admin = await makeAdmin(app.db)
    await app.db.deleteFrom('lead_costs').execute()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        app.as(admin).call(setLeadCost, { body: { type: 'international', price: i + 1 } }),
      ),
    )
    const entries = await app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('subject_id', '=', answers[0]?.data._id ?? '')
      .orderBy('id')
      .execute()
    expect(entries).toHaveLength(8)
    expect(entries.map(({ before }) => before)).toEqual([
      null,
      ...entries.slice(0, -1).map(({ after }) => after),
    ])
  })
})
