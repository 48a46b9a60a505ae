import { randomUUID } from 'node:crypto'
import { listAuditLog } from '@raahi/contract/audit-log'
import { listContactMessages } from '@raahi/contract/contact'
import { convertEnquiry, createEnquiry, listEnquiries } from '@raahi/contract/enquiries'
import { createLead, deleteLead, listLeads, updateLead } from '@raahi/contract/leads'
import { getOwnEnquiry, withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import {
  erasePersonalData,
  exportPersonalData,
  findPersonalData,
} from '@raahi/contract/personal-data'
import { getPipelineCard, movePipelineCard } from '@raahi/contract/pipeline'
import { addPurchaseNote } from '@raahi/contract/purchase-notes'
import { buyLead, exportPurchases, getUserLead } from '@raahi/contract/purchases'
import { createQuoteTemplate } from '@raahi/contract/quote-templates'
import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeContactMessage,
  makeEnquiry,
  makeLead,
} from '../../testing/factories.ts'
import { untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { discardedJobs } from '../../testing/match-new-leads.ts'
import { makeQuoteDraft } from '../../testing/quotes.ts'
import { spellingsOf } from '../../testing/spellings.ts'
import { type TestApp, uniqueText } from '../../testing/test-app.ts'
import { untilPurchaseWaits, untilWaiting } from '../../testing/until-waiting.ts'
import { eraseOldEnquiries } from './retention.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

let made = 0
/** A traveller with unique data: every stored trace contains the mark or the phone number. */
function newTraveller() {
  made += 1
  const mark = uniqueText()
  return {
    mark,
    name: `Meera ${mark}`,
    phone: `+9199${String(20_000_000 + made * 7919).slice(-8)}`,
    email: `meera-${mark}@example.org`,
    city: `Kochi ${mark}`,
  }
}
type Traveller = ReturnType<typeof newTraveller>

const find = (body: object) => app.as(admin).call(findPersonalData, { body })
const erase = (body: object) => app.as(admin).call(erasePersonalData, { body })
const contactOf = ({ phone, email }: Traveller) => ({ phone, email })
const leadForm = ({ name, phone, email, city }: Traveller) => ({
  name,
  phone,
  email,
  city,
  destination: 'Goa',
})

/** An enquiry that was converted into a lead. */
async function makeConverted(who: Traveller) {
  const { mark: _, ...fields } = who
  const enquiry = await makeEnquiry(app.db, fields)
  const { data: lead } = await app
    .as(admin)
    .call(convertEnquiry, { params: { id: enquiry.id }, body: leadForm(who) })
  return { enquiry, lead }
}

/** A bought lead of the traveller with a note and a corrected text of the lost trip. */
async function makeCardTexts(who: Traveller, text: string): Promise<void> {
  const { lead } = await makeConverted(who)
  await app.as(agent).call(buyLead, { body: { leadId: lead._id } })
  await app.as(agent).call(addPurchaseNote, { body: { id: randomUUID(), leadId: lead._id, text } })
  for (const version of [0, 1]) {
    const lost = {
      to: 'lost',
      version,
      lostReason: 'other',
      lostText: `${text} ${version}`,
    } as const
    await app.as(agent).call(movePipelineCard, { params: { leadId: lead._id }, body: lost })
  }
}

/** A question about a quote, and a template with the texts of its draft. */
async function makeQuoteTexts(text: string): Promise<void> {
  const { id: quoteId } = await makeQuoteDraft(app.database, agent.id)
  const days = JSON.stringify([{ title: text, text }])
  await sql`update quote_versions set title = ${text}, days = ${days}, inclusions = ${text}, exclusions = ${text},
    terms = ${text} where quote_id = ${quoteId}`.execute(app.db)
  await sql`insert into quote_answers (id, quote_id, number, kind, text)
    values (gen_random_uuid(), ${quoteId}, 1, 'question', ${text})`.execute(app.db)
  const body = { quoteId, name: text, destination: text }
  expect((await app.as(agent).call(createQuoteTemplate, { body })).code).toBeUndefined()
}

/** The tables that contain the traveller's mark or phone number in any column. */
async function tracesOf({ mark, phone }: Traveller): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(app.db)
  const traces: string[] = []
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query(
      `select from ${name} t where t::text like $1 or t::text like $2 limit 1`,
      [`%${mark}%`, `%${phone.slice(3)}%`],
    )
    if (rows.length > 0) traces.push(name)
  }
  return traces.sort()
}

/** Sends two calls concurrently, the first one or the second one earlier. */
async function together<A, B>(
  isFirstEarlier: boolean,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  if (isFirstEarlier) return Promise.all([first(), second()])
  const earlier = second()
  return Promise.all([first(), earlier])
}

describe('finding and exporting a traveller', () => {
  it('returns all data by phone or email, and who received it', async () => {
    const who = newTraveller()
    const { lead } = await makeConverted(who)
    await app.as(agent).call(buyLead, { body: { leadId: lead._id } })
    const input = { leadId: lead._id, reason: 'Wrong details: no such trip' }
    const request = await app.as(agent).call(requestLeadReplacement, { body: input })
    const decided = { requestId: request.data._id, action: 'rejected', reason: 'We reached them.' }
    await app.as(admin).call(approveLeadReplacement, { body: decided })
    await makeContactMessage(app.db, {
      email: who.email,
      message: `I am ${who.mark}`,
    })
    await makeEnquiry(app.db, { name: 'Other Person' })
    const { records } = (await find(contactOf(who))).data
    expect(records.map(({ kind, status, erasable }) => [kind, status, erasable])).toEqual([
      ['enquiry', 'converted', true],
      ['lead', 'sold', false],
      ['message', 'open', true],
    ])
    const { email } = who
    const file = await app.as(admin).call(exportPersonalData, { body: { email } })
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain('attachment')
    expect(file.headers['cache-control']).toBe('no-store')
    const content = JSON.parse(file.text)
    expect(content).toMatchObject({
      enquiries: [{ name: who.name, phone: who.phone, consent: { text: expect.any(String) } }],
      leads: [
        {
          reference: lead.leadId,
          receivedBy: { agent: agent.name },
          replacementRequests: [
            {
              reason: input.reason,
              status: 'rejected',
              rejectionReason: decided.reason,
              checks: [
                { check: 'same-contact', found: null, at: null },
                { check: 'sold-before', found: null, at: null },
                { check: 'withdrawn', found: null, at: null },
              ],
            },
          ],
        },
      ],
      messages: [{ message: `I am ${who.mark}` }],
    })
    expect(file.text).not.toMatch(/token|Other Person|password/)
  })

  it('finds an enquiry by the current contact of its lead, and the reverse', async () => {
    const who = newTraveller()
    const { lead } = await makeConverted(who)
    const changed = { ...leadForm(who), phone: '+919000090000', email: 'moved@example.org' }
    await app.as(admin).call(updateLead, { params: { id: lead._id }, body: changed })
    for (const contact of [{ phone: who.phone }, { email: 'MOVED@example.org' }]) {
      const { records } = (await find(contact)).data
      expect(records.map(({ kind }) => kind)).toEqual(['enquiry', 'lead'])
    }
  })

  it('finds a phone number in every spelling', async () => {
    const who = newTraveller()
    await makeConverted(who)
    const digits = who.phone.slice(3)
    for (const phone of [`0${digits}`, `+91 (0) ${digits}`, `0091${digits}`, `\u202a${digits}`]) {
      expect((await find({ phone })).data.records, phone).toHaveLength(2)
    }
  })

  it('needs a complete phone number or email: parts and wildcards find no traveller', async () => {
    const who = newTraveller()
    await makeConverted(who)
    expect((await find({})).fieldErrors).toEqual({ phone: 'Enter a phone number or an email.' })
    expect((await find({ name: who.name })).status).toBe(400)
    for (const email of [`${who.mark}@example.org`, `%${who.mark}@example.org`]) {
      expect((await find({ email })).data.records).toEqual([])
    }
  })

  it('is recorded without the contact', async () => {
    const who = newTraveller()
    await makeConverted(who)
    await find(contactOf(who))
    await app.as(admin).call(exportPersonalData, { body: contactOf(who) })
    await erase(contactOf(who))
    const log = await app.as(admin).call(listAuditLog, { query: { limit: 3 } })
    expect(log.data.docs.map(({ action }) => action)).toEqual([
      'personal-data.erase',
      'personal-data.export',
      'personal-data.find',
    ])
    expect(log.text).not.toContain(who.mark)
    expect(log.text).not.toContain(who.phone.slice(3))
  })
})

describe('erasing a traveller', () => {
  it('by phone number also removes mails to the email of the same records', async () => {
    const who = newTraveller()
    const { name, phone, email } = who
    await app.call(createEnquiry, { body: { name, phone, email, consent: true } })
    await untilJobsDone(app.database)
    expect(await tracesOf(who)).toContain('pgboss.job')
    expect((await erase({ phone })).data.enquiries).toBe(1)
    expect(await tracesOf(who)).toEqual([])
  })

  it('by one writing of an email removes what came in with every other writing', async () => {
    const who = newTraveller()
    const spellings = spellingsOf(who.email)
    for (const [n, email] of spellings.entries()) {
      const body = { name: who.name, phone: `98765${String(20_000 + n)}`, email, consent: true }
      const remoteAddress = `198.51.100.${n}`
      expect((await app.call(createEnquiry, { body, remoteAddress })).status).toBe(201)
    }
    await untilJobsDone(app.database)
    expect((await erase({ email: spellings[9] })).data.enquiries).toBe(spellings.length)
    expect(await tracesOf(who)).toEqual([])
  })

  it('leaves no trace in any table, including audit log and sent mails, and keeps the log’s entries', async () => {
    const who = newTraveller()
    const { lead, enquiry } = await makeConverted(who)
    await makeContactMessage(app.db, { email: who.email, name: who.name, message: who.mark })
    await app.as(admin).call(createLead, { body: leadForm(who) })
    const travelDate = '2031-07-19'
    const edited = { ...leadForm(who), destination: 'Leh', travelDate }
    await app.as(admin).call(updateLead, { params: { id: lead._id }, body: edited })
    const deletedLead = await makeLead(app.db, leadForm(who))
    await app.as(admin).call(deleteLead, { params: { id: deletedLead } })
    const outside = await makeLead(app.db, leadForm(who))
    const soldOutside = { params: { id: outside }, body: { satatus: 'sold' } }
    await app.as(admin).call(updateLead, soldOutside)
    await app.call(createEnquiry, {
      body: { name: who.name, phone: who.phone, email: who.email, consent: true },
    })
    await untilJobsDone(app.database)
    const traces = await tracesOf(who)
    expect(traces).toContain('pgboss.job')
    expect(traces.filter((table) => table.startsWith('public.'))).toEqual([
      'public.audit_personal_data',
      'public.contact_messages',
      'public.enquiries',
      'public.lead_contacts',
      'public.leads',
    ])
    const entries = async () =>
      (await app.as(admin).call(listAuditLog, { query: { subjectId: lead._id } })).data.totalDocs
    const before = await entries()

    const answer = await erase(contactOf(who))
    expect(answer.data).toEqual({ enquiries: 2, leads: 4, messages: 1, kept: [] })
    expect(await tracesOf(who)).toEqual([])
    expect(await tracesOf({ ...who, mark: travelDate })).toEqual([])
    expect(await entries()).toBe(before)
    expect((await find(contactOf(who))).data.records).toEqual([])
    expect((await app.as(agent).call(buyLead, { body: { leadId: lead._id } })).code).toBe(
      'LEAD_NOT_FOUND',
    )
    const opened = await app.call(getOwnEnquiry, { params: { token: enquiry.token } })
    expect(opened.code).toBe('ENQUIRY_NOT_FOUND')
    const decided = await app
      .as(admin)
      .call(convertEnquiry, { params: { id: enquiry.id }, body: leadForm(newTraveller()) })
    expect(decided.code).toBe('ENQUIRY_NOT_FOUND')
  })

  it('leaves no trace in the statistics of the planner', async () => {
    const who = newTraveller()
    for (let n = 0; n < 3; n += 1) {
      await makeConverted(who)
      await makeContactMessage(app.db, { email: who.email, name: who.name, message: who.mark })
    }
    const tables = async () => {
      const { rows } = await sql<{ table: string }>`
        select distinct tablename as table from pg_stats
        where concat(most_common_vals, histogram_bounds) like any(array[${`%${who.mark}%`}, ${`%${who.phone}%`}])
        order by 1`.execute(app.db)
      return rows.map(({ table }) => table)
    }
    await sql`analyze`.execute(app.db)
    expect(await tables()).toEqual(
      expect.arrayContaining(['contact_messages', 'enquiries', 'leads']),
    )
    await erase(contactOf(who))
    await untilJobsDone(app.database)
    expect(await tables()).toEqual([])
  })

  it('needs no ANALYZE for texts of agents, because the statistics of the planner never contain them', async () => {
    // ANALYZE of an emptied table would keep its statistics.
    const text = uniqueText()
    for (let n = 0; n < 3; n += 1) await makeCardTexts(newTraveller(), `${text} ${n}`)
    for (let n = 0; n < 3; n += 1) await makeQuoteTexts(`${text} ${n}`)
    await sql`analyze`.execute(app.db)
    const { rows } = await sql`select tablename, attname from pg_stats
      where concat(most_common_vals, histogram_bounds) like ${`%${text}%`}`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('leaves a bought lead with its buyer, reports it, notifies the buyer, and moves no money', async () => {
    const buyer = await makeAgent(app.db, { email: `${uniqueText()}@example.org` })
    await giveMoney(app.database, buyer.id, 10_000)
    const who = newTraveller()
    const { lead } = await makeConverted(who)
    await app.as(buyer).call(buyLead, { body: { leadId: lead._id } })
    const before = await walletPaise(app.database, buyer.id)
    expect((await erase({ phone: who.phone })).data).toEqual({
      enquiries: 1,
      leads: 0,
      messages: 0,
      kept: [lead.leadId],
    })
    expect(await tracesOf(who)).toEqual(['public.lead_contacts', 'public.leads'])
    const kept = await app.as(buyer).call(getUserLead, { params: { userId: buyer.id } })
    expect(kept.data).toMatchObject([{ contactStopped: true, lead: { phone: null, email: null } }])
    expect(await walletPaise(app.database, buyer.id)).toBe(before)
    const mail = await waitForMail(app.config, buyer.email, /^The traveller of lead/)
    expect(mail.text).toContain('erase what you have stored yourself')
    expect(mail.text).not.toContain(who.mark)
  })

  it('stops contact with the traveller of a bought lead that an admin entered, as the pipeline does', async () => {
    const buyer = await makeAgent(app.db)
    await giveMoney(app.database, buyer.id, 10_000)
    const who = newTraveller()
    const { data: lead } = await app.as(admin).call(createLead, { body: leadForm(who) })
    await app.as(buyer).call(buyLead, { body: { leadId: lead._id } })
    const stopped = async () => {
      const mine = await app.as(buyer).call(getUserLead, { params: { userId: buyer.id } })
      const card = await app.as(buyer).call(getPipelineCard, { params: { leadId: lead._id } })
      return [mine.data[0]?.contactStopped, card.data.card.contactStopped]
    }
    expect(await stopped()).toEqual([false, false])
    await erase({ phone: who.phone })
    expect(await stopped()).toEqual([true, true])
    const csv = await app.as(buyer).call(exportPurchases)
    expect(csv.text).toContain(lead.leadId)
    expect(csv.text).not.toContain(who.phone.slice(-5))
  })

  it('removes the SMS of a trial to the phone of a bought lead, also if only the email is known', async () => {
    const buyer = await makeAgent(app.db)
    await giveMoney(app.database, buyer.id, 10_000)
    const who = newTraveller()
    const { data: lead } = await app.as(admin).call(createLead, { body: leadForm(who) })
    await app.as(buyer).call(buyLead, { body: { leadId: lead._id } })
    await app.db
      .insertInto('sandbox_messages')
      .values({ id: randomUUID(), phone: who.phone, text: '123456 is your Raahi code.' })
      .execute()
    expect((await erase({ email: who.email })).data.kept).toEqual([lead.leadId])
    const sent = await app.db.selectFrom('sandbox_messages').select('phone').execute()
    expect(sent.map(({ phone }) => phone)).not.toContain(who.phone)
  })

  it('concurrent with a purchase either keeps the lead for its buyer or never sells it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const who = newTraveller()
      const { lead } = await makeConverted(who)
      const [erased, bought] = await together(
        round % 2 === 0,
        () => erase(contactOf(who)),
        () => app.as(agent).call(buyLead, { body: { leadId: lead._id } }),
      )
      expect(erased.status, erased.text).toBe(200)
      const sold = bought.status === 200
      expect(erased.data.kept).toEqual(sold ? [lead.leadId] : [])
      const mine = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
      const owned = mine.data.find((purchase) => purchase.lead._id === lead._id)
      expect(owned?.contactStopped).toBe(sold ? true : undefined)
    }
  })

  it('concurrent with a conversion leaves no lead of the traveller on sale', async () => {
    for (let round = 0; round < 8; round += 1) {
      const who = newTraveller()
      const { mark: _, ...fields } = who
      const { id } = await makeEnquiry(app.db, fields)
      const convert = () =>
        app.as(admin).call(convertEnquiry, { params: { id }, body: leadForm(who) })
      const [converted] = await together(round % 2 === 0, convert, () => erase(contactOf(who)))
      expect([201, 404]).toContain(converted.status)
      const shown = await app.as(admin).call(listLeads, { query: { search: who.mark } })
      expect(shown.data.totalLeads).toBe(0)
    }
  })
})

describe('data older than the retention period', () => {
  const months = (n: number) => new Date(Date.now() - n * 30.5 * 24 * 3600 * 1000)

  it('is erased: unsold, rejected and withdrawn enquiries and messages, and nothing newer or sold', async () => {
    const old = newTraveller()
    const { lead } = await makeConverted(old)
    const sold = newTraveller()
    const bought = await makeConverted(sold)
    await app.as(agent).call(buyLead, { body: { leadId: bought.lead._id } })
    const young = newTraveller()
    const { mark: _, ...youngFields } = young
    await makeEnquiry(app.db, { ...youngFields, created_at: months(11) })
    const corrected = newTraveller()
    const { mark: __, ...correctedFields } = corrected
    await makeEnquiry(app.db, {
      ...correctedFields,
      created_at: months(14),
      corrected_at: months(2),
    })
    const rejected = newTraveller()
    const { mark: ___, ...rejectedFields } = rejected
    await makeEnquiry(app.db, {
      ...rejectedFields,
      created_at: months(13),
      status: 'rejected',
      reject_reason: 'spam',
      decided_at: months(13),
      decided_by: admin.id,
    })
    const withdrawn = newTraveller()
    const soldBefore = await makeConverted(withdrawn)
    await app.as(agent).call(buyLead, { body: { leadId: soldBefore.lead._id } })
    await app.call(withdrawOwnEnquiry, { params: { token: soldBefore.enquiry.token } })
    for (const { enquiry } of [bought, soldBefore, await makeConverted(newTraveller())]) {
      await sql`update enquiries set created_at = ${months(13)} where id = ${enquiry.id}`.execute(
        app.db,
      )
    }
    await sql`update enquiries set created_at = ${months(13)} where phone = ${old.phone}`.execute(
      app.db,
    )
    const message = newTraveller()
    await makeContactMessage(app.db, { email: message.email, created_at: months(13) })
    const fresh = await makeContactMessage(app.db, { created_at: months(11) })

    expect(await eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12)).toBe(4)
    // The enquiry was withdrawn after the sale: the agent keeps the lead, and everything else is erased.
    expect(await tracesOf(withdrawn)).toEqual(['public.lead_contacts', 'public.leads'])
    for (const who of [old, rejected, message]) expect(await tracesOf(who)).toEqual([])
    for (const who of [young, corrected, sold]) {
      expect(await tracesOf(who)).toContain('public.enquiries')
    }
    const { data } = await app.as(admin).call(listContactMessages, { query: { limit: 50 } })
    expect(data.docs.map(({ _id }) => _id)).toContain(fresh)
    expect((await app.as(agent).call(buyLead, { body: { leadId: lead._id } })).code).toBe(
      'LEAD_NOT_FOUND',
    )
    expect(await eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12)).toBe(0)
  })

  it('is kept if its lead is bought during the erasure: the buyer gets the lead', async () => {
    const who = newTraveller()
    const { enquiry, lead } = await makeConverted(who)
    await sql`update enquiries set created_at = ${months(13)} where id = ${enquiry.id}`.execute(
      app.db,
    )
    const { erasing, buying } = await withTransaction(app.database, async (tx) => {
      await sql`select from leads where id = ${lead._id} for update`.execute(tx)
      const first = app.as(agent).call(buyLead, { body: { leadId: lead._id } })
      await untilPurchaseWaits(app.database)
      const second = eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12)
      await untilWaiting(app.database, 2)
      return { erasing: second, buying: first }
    })
    await erasing
    expect((await buying).data.phone).toBe(who.phone)
    const { records } = (await find(contactOf(who))).data
    expect(records.map(({ kind, status }) => [kind, status])).toEqual([
      ['enquiry', 'converted'],
      ['lead', 'sold'],
    ])
  })

  it('is erased in small batches by several processes, each row once', async () => {
    for (let i = 0; i < 130; i += 1) await makeEnquiry(app.db, { created_at: months(13) })
    const erased = await Promise.all([
      eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12),
      eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12),
    ])
    // Each process skips rows that another has locked; a third run finds nothing left.
    expect(
      erased[0] +
        erased[1] +
        (await eraseOldEnquiries({ database: app.database, jobs: discardedJobs }, 12)),
    ).toBe(130)
    const { data } = await app.as(admin).call(listEnquiries, { query: { sort: 'createdAt' } })
    expect(Date.parse(data.docs[0]?.createdAt ?? '')).toBeGreaterThan(months(14.5).getTime())
  })
})
