import { convertEnquiry, listEnquiries, rejectEnquiry } from '@raahi/contract/enquiries'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import {
  correctOwnEnquiry,
  getOwnEnquiry,
  offerOwnAgain,
  tellOwnSource,
  withdrawOwnEnquiry,
} from '@raahi/contract/own-enquiry'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  buyEnquiryLead,
  giveMoney,
  type MadeUser,
  makeAgent,
  makeEnquiry,
  makeEnquiryLead,
  makeRequest,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { eraseRecords } from './public/erase-records.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 1_000_000 }))
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const read = async (token: string) => (await app.call(getOwnEnquiry, { params: { token } })).data
const offer = (token: string, consentVersion: string = enquiryConsent.version) =>
  app.call(offerOwnAgain, {
    params: { token },
    body: { consentVersion: consentVersion as typeof enquiryConsent.version },
  })

/** Lets an agent buy a lead and return it. */
async function buyAndReturn(leadId: string, buyer: MadeUser) {
  await buyEnquiryLead(app.database, buyer.id, leadId, { hoursAgo: 2 })
  const requestId = await makeRequest(app.database, buyer.id, leadId)
  await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
}

/** An enquiry whose lead the agent bought and has returned. */
async function makeReturned() {
  const enquiry = await makeEnquiryLead(app.db, admin.id, { email_verified_at: new Date() })
  await buyAndReturn(enquiry.leadId, agent)
  return enquiry
}

/** Offers a returned trip again. @returns the token and the id of the new enquiry */
async function makeRenewal(token: string) {
  const { data } = await offer(token)
  const { id } = await app.db
    .selectFrom('enquiries')
    .select('id')
    .where('number', '=', Number(data.reference.slice(3)))
    .executeTakeFirstOrThrow()
  return { id, token: data.token ?? '' }
}

/** Converts an enquiry. @returns the id of its lead */
async function convert({ id, token }: { id: string; token: string }) {
  const { name, phone, email } = await read(token)
  const body = { name, phone, email: email ?? '', city: 'Pune', destination: 'Goa' }
  return (await app.as(admin).call(convertEnquiry, { params: { id }, body })).data._id
}

async function makeRichAgent() {
  const made = await makeAgent(app.db)
  await giveMoney(app.database, made.id, 100_000)
  return made
}

async function correctPhone(token: string) {
  const phone = newPhone()
  const { name, email } = await read(token)
  const body = { name, phone, ...(email && { email }), destination: 'Goa' }
  const corrected = await app.call(correctOwnEnquiry, { params: { token }, body })
  expect(corrected.status).toBe(200)
  return phone
}

let phones = 0
function newPhone() {
  phones += 1
  return `+9198765${String(43_000 + phones)}`
}

describe('a traveller whose trip was returned', () => {
  it('offers it to another agent with one call, a new consent and nothing to verify again', async () => {
    const { id, token } = await makeReturned()
    const before = await read(token)
    expect(before).toMatchObject({
      canOfferAgain: true,
      offeredAgainAs: null,
      canVerify: false,
      canVerifyPhone: false,
    })
    const { data } = await offer(token)
    const again = await read(data.token ?? '')
    expect(again).toMatchObject({
      reference: data.reference,
      situation: 'waiting',
      name: before.name,
      phone: before.phone,
      email: before.email,
      consentText: enquiryConsent.text,
      emailVerifiedAt: before.emailVerifiedAt,
      canOfferAgain: false,
    })
    expect(Date.parse(again.consentAt)).toBeGreaterThan(Date.parse(before.consentAt))
    expect((await read(token)).offeredAgainAs).toBe(data.reference)
    const list = await app.as(admin).call(listEnquiries, { query: { search: data.reference } })
    expect(list.data.docs).toMatchObject([{ duplicateOf: { _id: id } }])
  })

  it('has one new enquiry, even after concurrent calls, and each answer opens it', async () => {
    const { id, token } = await makeReturned()
    const answers = await Promise.all([offer(token), offer(token), offer(token)])
    expect(new Set(answers.map(({ data }) => data.reference)).size).toBe(1)
    for (const { data } of answers) {
      expect((await read(data.token ?? '')).reference).toBe(data.reference)
    }
    const renewals = app.db.selectFrom('enquiries').select('id').where('renews', '=', id)
    expect(await renewals.execute()).toHaveLength(1)
  })

  it('is not offered to the agent who returned it, and its sale proves no return', async () => {
    const { token } = await makeReturned()
    const leadId = await convert(await makeRenewal(token))
    const refused = await app.as(agent).call(buyLead, { body: { leadId } })
    expect([refused.status, refused.code]).toEqual([409, 'LEAD_RETURNED_BEFORE'])
    const other = await makeRichAgent()
    const bought = await app.as(other).call(buyLead, { body: { leadId } })
    expect(bought.status).toBe(200)
    const { rows } = await sql<{ found: string | null }>`
      select f.found from purchases p, find_return_evidence(p, clock_timestamp()) f
      where p.lead_id = ${leadId} and f.check_code = 'sold-before'`.execute(app.db)
    expect(rows).toEqual([{ found: null }])
  })

  it('is offered to none of its earlier agents after several returns', async () => {
    const { token } = await makeReturned()
    const second = await makeRenewal(token)
    const other = await makeRichAgent()
    await buyAndReturn(await convert(second), other)
    const leadId = await convert(await makeRenewal(second.token))
    for (const earlier of [agent, other]) {
      const { code } = await app.as(earlier).call(buyLead, { body: { leadId } })
      expect(code).toBe('LEAD_RETURNED_BEFORE')
    }
    const third = await makeRichAgent()
    expect((await app.as(third).call(buyLead, { body: { leadId } })).status).toBe(200)
  })

  it('gets no link to the new enquiry once its contact was corrected there', async () => {
    const { token } = await makeReturned()
    const renewal = await makeRenewal(token)
    await correctPhone(renewal.token)
    expect(await offer(token)).toMatchObject({
      status: 200,
      data: { reference: (await read(renewal.token)).reference, token: null },
    })
  })

  it('gets no link once the new enquiry was erased, also by an erasure at the same time', async () => {
    const { token } = await makeReturned()
    const renewal = await makeRenewal(token)
    const offering = await withTransaction(app.database, async (tx) => {
      await sql`select from enquiries where id = ${renewal.id} for update`.execute(tx)
      const offering = offer(token)
      await untilWaiting(app.database, 1)
      await eraseRecords(tx, { enquiryIds: [renewal.id], leadIds: [] })
      return [offering]
    })
    expect((await offering[0])?.code).toBe('ENQUIRY_CLOSED')
    const { code } = await offer(token)
    expect(code).toBe('ENQUIRY_CLOSED')
  })

  it('withdraws every offer of the trip with the first one', async () => {
    const first = await makeReturned()
    const second = await makeRenewal(first.token)
    const leadId = await convert(second)
    await buyAndReturn(leadId, await makeRichAgent())
    const third = await makeRenewal(second.token)
    const unsold = await convert(third)
    const { data } = await app.call(withdrawOwnEnquiry, { params: { token: first.token } })
    expect(data).toMatchObject({ situation: 'withdrawn-with-agent', canOfferAgain: false })
    expect((await read(second.token)).situation).toBe('withdrawn-with-agent')
    expect((await read(third.token)).situation).toBe('withdrawn')
    const buyer = await makeRichAgent()
    const refused = await app.as(buyer).call(buyLead, { body: { leadId: unsold } })
    expect(refused.code).toBe('LEAD_NOT_FOUND')
  })

  it('withdraws the first one also where the new one was rejected', async () => {
    const { token } = await makeReturned()
    const { id } = await makeRenewal(token)
    await app.as(admin).call(rejectEnquiry, { params: { id }, body: { reason: 'spam' } })
    expect((await app.call(withdrawOwnEnquiry, { params: { token } })).status).toBe(200)
  })

  it('needs a return, the present consent and an enquiry that is not withdrawn', async () => {
    const sold = await makeEnquiryLead(app.db, admin.id)
    await buyEnquiryLead(app.database, agent.id, sold.leadId, { hoursAgo: 2 })
    const unsold = await makeEnquiry(app.db)
    const withdrawn = await makeReturned()
    await app.call(withdrawOwnEnquiry, { params: { token: withdrawn.token } })
    for (const { token } of [sold, unsold, withdrawn]) {
      const { status, code } = await offer(token)
      expect([status, code]).toEqual([409, 'ENQUIRY_CLOSED'])
    }
    const returned = await makeReturned()
    expect((await offer(returned.token, '2026-11')).fieldErrors).toHaveProperty('consentVersion')
  })
})

it('the source can be told after sending, until an admin has decided', async () => {
  const { id, token } = await makeEnquiry(app.db)
  const tell = (source: 'Referral' | 'Website', of = token) =>
    app.call(tellOwnSource, { params: { token: of }, body: { source } })
  expect((await tell('Referral')).status).toBe(200)
  const { source } = await app.db
    .selectFrom('enquiries')
    .select('source')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(source).toBe('Referral')
  const decided = await makeEnquiryLead(app.db, admin.id)
  expect((await tell('Website', decided.token)).code).toBe('ENQUIRY_CLOSED')
})
