import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  approveKyc,
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makeLead,
  makePlan,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { untilJobsDone, waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'both', 5050)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** The queued mails to an address, after all jobs are done. */
async function mailsTo({ email }: { email: string }): Promise<Mail[]> {
  await untilJobsDone(app.database)
  const { rows } = await sql<{ data: Mail }>`
    select data from pgboss.job where name = 'mail' and data ->> 'to' = ${email} order by id`.execute(
    app.db,
  )
  return rows.map(({ data }) => data)
}

async function makeBuyer(fields: Parameters<typeof makeAgent>[1] = {}) {
  const agent = await makeAgent(app.db, fields)
  await giveMoney(app.database, agent.id, 1000_00)
  return agent
}

async function buy(agent: MadeUser, leadId: string, payWith?: 'plan') {
  const body = { leadId, ...(payWith && { payWith }) }
  const answer = await app.as(agent).call(buyLead, { body })
  expect(answer.status, answer.text).toBe(200)
}

/** Runs the jobs of the purchases again, as after the crash of a process that had done its work. */
async function repeatPurchaseJobs() {
  await untilJobsDone(app.database)
  await sql`update pgboss.job set state = 'created', started_on = null, completed_on = null
    where name = 'purchase-mails'`.execute(app.db)
}

describe('the mail to the traveller of a purchase', () => {
  const makeTraveller = async (fields: Parameters<typeof makeEnquiryLead>[2] = {}) => {
    const email = `${uuidv7()}@example.org`
    const admin = await makeAdmin(app.db)
    return { email, ...(await makeEnquiryLead(app.db, admin.id, { email, ...fields })) }
  }

  it('names the buyer once, also if its job runs twice, and has a link that opens the enquiry', async () => {
    const agent = await makeBuyer({
      company_name: 'Malabar Holidays',
      city: 'Kochi',
      phone: '+919812345678',
    })
    await approveKyc(app.db, agent.id)
    const traveller = await makeTraveller()
    await buy(agent, traveller.leadId)
    await repeatPurchaseJobs()
    const [mail, ...more] = await mailsTo(traveller)
    expect(more).toEqual([])
    expect(mail?.facts).toEqual([
      ['Agency', 'Malabar Holidays'],
      ['Agent', agent.name],
      ['City', 'Kochi'],
      ['Phone', '+91 98123 45678'],
      ['Verified agency', 'Yes, we have checked its documents'],
      ['Bought on', expect.stringMatching(/^\d\d-\d\d-\d{4} /)],
      ['Your reference', expect.stringMatching(/^RQ-/)],
    ])
    expect(mail?.paragraphs[0]).toContain('No other agent gets your phone number')
    const [token = ''] = mail?.action?.url.split('#')[1]?.split('.') ?? []
    const { enquiry_id } = await app.db
      .selectFrom('enquiry_links')
      .select('enquiry_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    expect(enquiry_id).toBe(traveller.id)
  })

  it('does not name the agent to an address that was entered after the decision, unless it is verified', async () => {
    const agent = await makeBuyer({ company_name: 'Win a prize', city: 'evil.com/now' })
    const decided_at = new Date(Date.now() - 60_000)
    const corrected_at = new Date()
    const unchecked = await makeTraveller({ decided_at, corrected_at })
    const verified = await makeTraveller({
      decided_at,
      corrected_at,
      email_verified_at: new Date(),
    })
    for (const { leadId } of [unchecked, verified]) await buy(agent, leadId)
    const [mail] = await mailsTo(unchecked)
    expect(mail?.facts?.map(([label]) => label)).toEqual([
      'Phone',
      'Verified agency',
      'Bought on',
      'Your reference',
    ])
    expect(mail?.paragraphs[0]).toContain('shows you who it is')
    const named = (await mailsTo(verified))[0]?.facts
    expect(named).toContainEqual(['Agency', 'Win a prize'])
    // This city was stored before cities were validated.
    expect(named?.map(([label]) => label)).not.toContain('City')
  })

  it('is not sent under an older consent, after an erasure, or without an email', async () => {
    const agent = await makeBuyer()
    const older = await makeTraveller({ consent_version: '2026-11' })
    const erased = await makeTraveller()
    const silent = await makeTraveller({ email: null })
    await sql`update enquiries set erased_at = now(), name = '', phone = '', city = null,
      token_hash = null, email = null where id = ${erased.id}`.execute(app.db)
    for (const { leadId } of [older, erased, silent]) await buy(agent, leadId)
    expect(await mailsTo(agent)).toHaveLength(3)
    for (const one of [older, erased]) expect(await mailsTo(one)).toEqual([])
    const { rows } = await sql`select from enquiry_links
      where enquiry_id = any(${[older.id, erased.id, silent.id]}::uuid[])`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('is not sent if the traveller withdraws while the purchase runs', async () => {
    const agent = await makeBuyer()
    const traveller = await makeTraveller()
    // The purchase does not wait for the enquiry, but its mails do.
    await withTransaction(app.database, async (tx) => {
      await sql`update enquiries set status = 'withdrawn', withdrawn_at = now()
        where id = ${traveller.id}`.execute(tx)
      await buy(agent, traveller.leadId)
    })
    expect(await mailsTo(traveller)).toEqual([])
    expect(await mailsTo(agent)).toHaveLength(1)
  })
})

describe('the confirmation of a purchase', () => {
  it('states lead, price and wallet once, also if its job runs twice, and nothing of the traveller', async () => {
    const agent = await makeBuyer()
    const traveller = {
      name: 'Meera Nair',
      phone: '+919812345678',
      email: 'meera@example.com',
      city: 'Nagpur',
      destination: 'Coorg',
    }
    const leadId = await makeLead(app.db, traveller)
    await buy(agent, leadId)
    await repeatPurchaseJobs()
    const { number } = await app.db
      .selectFrom('leads')
      .select('number')
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    const lead = `LD-${String(number).padStart(6, '0')}`
    const [mail, ...more] = await mailsTo(agent)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: `You bought lead ${lead}`,
      facts: [
        ['Lead', lead],
        ['Price', '₹50.50'],
        ['Paid with', 'Wallet'],
        ['Bought on', expect.stringMatching(/^\d\d-\d\d-\d{4} /)],
      ],
      action: { url: `${app.config.publicUrl}/dashboard/purchased-leads?lead=${lead}` },
    })
    const text = JSON.stringify(mail)
    for (const part of Object.values(traveller)) expect(text).not.toContain(part)
  })

  it('states the plan that paid', async () => {
    const agent = await makeAgent(app.db)
    await givePlan(app.database, agent.id, await makePlan(app.db, { name: 'Explorer' }))
    await buy(agent, await makeLead(app.db), 'plan')
    const [mail] = await mailsTo(agent)
    expect(mail?.facts).toContainEqual(['Paid with', 'Explorer plan'])
  })

  it('is not sent for a refused or a repeated purchase, or for demo data', async () => {
    const agent = await makeBuyer()
    await makePurchase(app.database, agent.id)
    const leadId = await makeLead(app.db)
    const request = { body: { leadId }, headers: { 'idempotency-key': uuidv7() } }
    for (let n = 0; n < 3; n += 1) await app.as(agent).call(buyLead, request)
    await app.as(agent).call(buyLead, { body: { leadId } })
    expect(await mailsTo(agent)).toHaveLength(1)
  })

  it('reaches the agent', async () => {
    const agent = await makeBuyer()
    await buy(agent, await makeLead(app.db))
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.text).toContain('Price: ₹50.50\n')
  })
})
