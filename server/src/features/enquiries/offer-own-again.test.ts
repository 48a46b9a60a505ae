import { convertEnquiry, listEnquiries } from '@raahi/contract/enquiries'
import { enquiryConsent } from '@raahi/contract/enquiry-labels'
import {
  getOwnEnquiry,
  offerOwnAgain,
  tellOwnSource,
  withdrawOwnEnquiry,
} from '@raahi/contract/own-enquiry'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

/** An enquiry whose lead the agent bought and has returned. */
async function makeReturned() {
  const enquiry = await makeEnquiryLead(app.db, admin.id, { email_verified_at: new Date() })
  await buyEnquiryLead(app.database, agent.id, enquiry.leadId, { hoursAgo: 2 })
  const requestId = await makeRequest(app.database, agent.id, enquiry.leadId)
  await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
  return enquiry
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
    const again = await read(data.token)
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
      expect((await read(data.token)).reference).toBe(data.reference)
    }
    const renewals = app.db.selectFrom('enquiries').select('id').where('renews', '=', id)
    expect(await renewals.execute()).toHaveLength(1)
  })

  it('is not offered to the agent who returned it, and its sale proves no return', async () => {
    const { token } = await makeReturned()
    const { data } = await offer(token)
    const { id } = await app.db
      .selectFrom('enquiries')
      .select('id')
      .where('number', '=', Number(data.reference.slice(3)))
      .executeTakeFirstOrThrow()
    const { name, phone, email } = await read(data.token)
    const lead = await app.as(admin).call(convertEnquiry, {
      params: { id },
      body: { name, phone, email: email ?? '', city: 'Pune', destination: 'Goa' },
    })
    const leadId = lead.data._id
    const refused = await app.as(agent).call(buyLead, { body: { leadId } })
    expect([refused.status, refused.code]).toEqual([409, 'LEAD_RETURNED_BEFORE'])
    const other = await makeAgent(app.db)
    await giveMoney(app.database, other.id, 100_000)
    const bought = await app.as(other).call(buyLead, { body: { leadId } })
    expect(bought.status).toBe(200)
    const { rows } = await sql<{ found: string | null }>`
      select f.found from purchases p, find_return_evidence(p, clock_timestamp()) f
      where p.lead_id = ${leadId} and f.check_code = 'sold-before'`.execute(app.db)
    expect(rows).toEqual([{ found: null }])
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
