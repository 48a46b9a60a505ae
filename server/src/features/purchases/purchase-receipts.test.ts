import { buyLead as buyLeadEndpoint, type PayWay } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { addressMail } from '../../platform/mail/address-mail.ts'
import type { MailDraft } from '../../platform/mail/mail.ts'
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
import { waitForMails } from '../../testing/mails.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { buyLead } from './buy-lead.ts'
import { createPurchaseQueue } from './purchase-queue.ts'
import { queueReceipts } from './purchase-receipts.ts'

// The tests queue the receipts themselves. Only the last one starts a product.
let test: TestDatabase
let db: TestDatabase['database']['kysely']
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
  await sql`create table test_mails (mail jsonb)`.execute(db)
  await setLeadPrice(db, 'both', 5050)
})
afterEach(async () => {
  await expectAllInvariantsHold(test.database)
  await sql`truncate test_mails`.execute(db)
})
afterAll(() => test.drop())

/** Stores mails in the transaction, as the job queue does, so that the test can read them. */
async function runOnce(fail = false): Promise<number> {
  return queueReceipts({
    database: test.database,
    publicUrl: 'https://raahi.example',
    queueMail: async (tx, mail) => {
      await sql`insert into test_mails values (${JSON.stringify(mail)}::jsonb)`.execute(tx)
      if (fail) throw new Error('the process died')
    },
  })
}

async function mailsTo({ email }: Pick<MadeUser, 'email'>): Promise<MailDraft[]> {
  const { rows } = await sql<{ mail: MailDraft }>`
    select mail from test_mails where mail -> 'to' ->> 'email' = ${email}`.execute(db)
  return rows.map(({ mail }) => mail)
}

async function makeBuyer() {
  const agent = await makeAgent(db)
  await giveMoney(test.database, agent.id, 1000_00)
  return agent
}

async function buy(
  agent: MadeUser,
  { leadId, payWith }: { leadId?: string; payWith?: PayWay } = {},
) {
  const id = leadId ?? (await makeLead(db))
  await buyLead(createPurchaseQueue(test.database), {
    buyer: { userId: agent.id },
    leadId: id,
    expectedCostPaise: undefined,
    payWith,
    idempotency: null,
    requestId: uuidv7(),
    ip: '127.0.0.1',
  })
  const { number } = await db
    .selectFrom('leads')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `LD-${String(number).padStart(6, '0')}`
}

describe('the mail to the traveller of a purchase', () => {
  const makeTraveller = async (fields: Parameters<typeof makeEnquiryLead>[2] = {}) => {
    const email = `${uuidv7()}@example.org`
    const admin = await makeAdmin(db)
    return { email, ...(await makeEnquiryLead(db, admin.id, { email, ...fields })) }
  }

  it('names the buyer once, and has a link that opens the enquiry', async () => {
    const agent = await makeAgent(db, {
      company_name: 'Malabar Holidays',
      city: 'Kochi',
      phone: '+919812345678',
    })
    await giveMoney(test.database, agent.id, 1000_00)
    await approveKyc(db, agent.id)
    const traveller = await makeTraveller()
    await buy(agent, { leadId: traveller.leadId })
    for (let n = 0; n < 3; n += 1) await runOnce()
    await Promise.all([runOnce(), runOnce()])
    const [mail, ...more] = await mailsTo(traveller)
    expect(more).toEqual([])
    const { facts, paragraphs } = addressMail(mail as MailDraft)
    expect(facts).toEqual([
      ['Agency', 'Malabar Holidays'],
      ['Agent', agent.name],
      ['City', 'Kochi'],
      ['Phone', '+91 98123 45678'],
      ['Verified agency', 'Yes, we have checked its documents'],
      ['Bought on', expect.stringMatching(/^\d\d-\d\d-\d{4} /)],
      ['Your reference', expect.stringMatching(/^RQ-/)],
    ])
    expect(paragraphs[0]).toContain('No other agent gets your phone number')
    const [token = ''] = mail?.action?.url.split('#')[1]?.split('.') ?? []
    const { enquiry_id } = await db
      .selectFrom('enquiry_links')
      .select('enquiry_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    expect(enquiry_id).toBe(traveller.id)
  })

  it('does not name the agent to an address that was entered after the decision, unless it is verified', async () => {
    const agent = await makeAgent(db, { company_name: 'Win a prize', city: 'evil.com/now' })
    await giveMoney(test.database, agent.id, 1000_00)
    const decided_at = new Date(Date.now() - 60_000)
    const corrected_at = new Date()
    const unchecked = await makeTraveller({ decided_at, corrected_at })
    const verified = await makeTraveller({
      decided_at,
      corrected_at,
      email_verified_at: new Date(),
    })
    const factsFor = async (traveller: typeof verified) => {
      await buy(agent, { leadId: traveller.leadId })
      await runOnce()
      const [mail] = await mailsTo(traveller)
      return addressMail(mail as MailDraft)
    }
    const { facts, paragraphs } = await factsFor(unchecked)
    expect(facts?.map(([label]) => label)).toEqual([
      'Phone',
      'Verified agency',
      'Bought on',
      'Your reference',
    ])
    expect(paragraphs[0]).toContain('shows you who it is')
    const named = (await factsFor(verified)).facts
    expect(named).toContainEqual(['Agency', 'Win a prize'])
    // This city was stored before cities were validated.
    expect(named?.map(([label]) => label)).not.toContain('City')
  })

  it('is not sent under an older consent, after an erasure, or without an email', async () => {
    const agent = await makeBuyer()
    const older = await makeTraveller({ consent_version: '2026-11' })
    const erased = await makeTraveller()
    const silent = await makeTraveller({ email: null })
    for (const { leadId } of [older, erased, silent]) await buy(agent, { leadId })
    await sql`update enquiries set erased_at = now(), name = '', phone = '', city = null,
      token_hash = null, email = null where id = ${erased.id}`.execute(db)
    await runOnce()
    expect(await mailsTo(agent)).toHaveLength(1)
    for (const one of [older, erased]) expect(await mailsTo(one)).toEqual([])
    const { rows } = await sql`select from enquiry_links
      where enquiry_id = any(${[older.id, erased.id, silent.id]}::uuid[])`.execute(db)
    expect(rows).toEqual([])
  })

  it('is not sent if the traveller withdraws while it is being written', async () => {
    const agent = await makeBuyer()
    const traveller = await makeTraveller()
    await buy(agent, { leadId: traveller.leadId })
    const writing = await withTransaction(test.database, async (tx) => {
      await sql`update enquiries set status = 'withdrawn', withdrawn_at = now()
        where id = ${traveller.id}`.execute(tx)
      const run = runOnce()
      await untilWaiting(test.database, 1)
      return { run }
    })
    await writing.run
    expect(await mailsTo(traveller)).toEqual([])
    expect(await mailsTo(agent)).toHaveLength(1)
  })
})

describe('the receipt of a purchase', () => {
  it('states lead, price and wallet once, and nothing of the traveller', async () => {
    const agent = await makeBuyer()
    const traveller = {
      name: 'Meera Nair',
      phone: '+919812345678',
      email: 'meera@example.com',
      city: 'Nagpur',
      destination: 'Coorg',
    }
    const lead = await buy(agent, { leadId: await makeLead(db, traveller) })
    for (let n = 0; n < 4; n += 1) await runOnce()
    const [mail, ...more] = await mailsTo(agent)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      subject: `Receipt for lead ${lead}`,
      facts: [
        ['Lead', lead],
        ['Price', '₹50.50'],
        ['Paid with', 'Wallet'],
        ['Bought on', expect.stringMatching(/^\d\d-\d\d-\d{4} /)],
      ],
      action: { url: `https://raahi.example/dashboard/purchased-leads?lead=${lead}` },
    })
    const text = JSON.stringify(mail)
    for (const part of Object.values(traveller)) expect(text).not.toContain(part)
  })

  it('states the plan that paid', async () => {
    const agent = await makeAgent(db)
    await givePlan(test.database, agent.id, await makePlan(db, { name: 'Explorer' }))
    await buy(agent, { payWith: 'plan' })
    await runOnce()
    const [mail] = await mailsTo(agent)
    expect(mail?.facts).toContainEqual(['Paid with', 'Explorer plan'])
  })

  it('is one mail per agent for purchases at the same time', async () => {
    const [agent, other] = [await makeBuyer(), await makeBuyer()]
    const leads = [await buy(agent), await buy(agent), await buy(agent)]
    await buy(other)
    await runOnce()
    const [mail, ...more] = await mailsTo(agent)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Receipt for 3 leads')
    expect(mail?.facts?.slice(0, 3)).toEqual(leads.map((lead) => [lead, '₹50.50 from your wallet']))
    expect(await mailsTo(other)).toHaveLength(1)
  })

  it('is not lost or doubled by a crash or by concurrent runs', async () => {
    const agent = await makeBuyer()
    await buy(agent)
    await expect(runOnce(true)).rejects.toThrow('the process died')
    expect(await mailsTo(agent)).toEqual([])
    await Promise.all([runOnce(), runOnce(), runOnce(), runOnce()])
    await runOnce()
    expect(await mailsTo(agent)).toHaveLength(1)
  })

  it('is sent for a purchase that commits after later ones got their receipts', async () => {
    const [slow, quick] = [await makeBuyer(), await makeBuyer()]
    const leadId = await makeLead(db)
    const client = await test.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `select buy_lead($1, $2, $3, $4, null, 'wallet', null, null, 'request', null)`,
        [uuidv7(), uuidv7(), slow.id, leadId],
      )
      // The log continues after the open entry. A cursor that compared only numbers would skip that entry.
      for (let n = 0; n < 4; n += 1) {
        await buy(quick)
        await runOnce()
      }
      expect(await mailsTo(slow)).toEqual([])
      await client.query('commit')
    } finally {
      client.release()
    }
    await runOnce()
    expect(await mailsTo(slow)).toHaveLength(1)
    expect(await mailsTo(quick)).toHaveLength(4)
  })

  it('deletes its marks when no older entry can appear', async () => {
    const agent = await makeBuyer()
    await buy(agent)
    // Open transactions in all databases of the server delay the deletion.
    await expect
      .poll(async () => {
        await runOnce()
        return (await sql`select from queued_receipts`.execute(db)).rows
      })
      .toEqual([])
    expect(await runOnce()).toBe(0)
    expect(await mailsTo(agent)).toHaveLength(1)
  })

  it('is not sent for demo data', async () => {
    const agent = await makeBuyer()
    await makePurchase(test.database, agent.id)
    await runOnce()
    expect(await mailsTo(agent)).toEqual([])
  })
})

it('reaches the agent from the running product', async () => {
  const app = await createTestApp({ runsTasks: true })
  try {
    await setLeadPrice(app.db, 'both', 5000)
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 1000_00)
    const leadId = await makeLead(app.db)
    await app.as(agent).call(buyLeadEndpoint, { body: { leadId } })
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.text).toContain('Price: ₹50\n')
  } finally {
    await app.close()
  }
})
