import { convertEnquiry, createEnquiry, rejectEnquiry } from '@raahi/contract/enquiries'
import { deleteLead, listLeads, updateLead } from '@raahi/contract/leads'
import {
  correctOwnEnquiry,
  getOwnEnquiry,
  sendOwnLink,
  verifyOwnEmail,
  withdrawOwnEnquiry,
} from '@raahi/contract/own-enquiry'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { buyLead, getUserLead, listPurchases } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  approveKyc,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, untilJobsDone, waitForMail, waitForMails } from '../../testing/mails.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { readOwn } from './own-enquiry.ts'
import { addLink } from './public/enquiry-links.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
const logged: string[] = []
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000_00)
  await setLeadPrice(app.db, 'both', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const read = (token: string) => app.call(getOwnEnquiry, { params: { token } })
const withdraw = (token: string) => app.call(withdrawOwnEnquiry, { params: { token } })
const correction = { name: 'Meera N.', phone: '9123456780', adult: 3 }
const correct = (token: string, fields: object = {}) =>
  app.call(correctOwnEnquiry, { params: { token }, body: { ...correction, ...fields } })

const verify = (token: string, key: string) =>
  app.call(verifyOwnEmail, { params: { token }, body: { key } })

/** An enquiry with a lead on sale. */
async function makeConverted(fields: Parameters<typeof makeEnquiry>[1] = {}) {
  const enquiry = await makeEnquiry(app.db, fields)
  const { data: lead } = await app.as(admin).call(convertEnquiry, {
    params: { id: enquiry.id },
    body: {
      name: 'Meera Nair',
      phone: '9876543210',
      email: 'meera@example.org',
      city: 'Kochi',
      destination: 'Manali',
    },
  })
  return { ...enquiry, leadId: lead._id, label: lead.leadId }
}
const buy = (leadId: string) => app.as(agent).call(buyLead, { body: { leadId } })
const shownToAdmin = async (label: string) => {
  const { data } = await app.as(admin).call(listLeads, { query: { limit: 50 } })
  return data.leads.find(({ leadId }) => leadId === label)
}

describe('the traveller’s link', () => {
  it('shows the enquiry and its state, without caching', async () => {
    const { token } = await makeEnquiry(app.db, { name: 'Meera Nair' })
    const answer = await read(token)
    expect(answer.data).toMatchObject({
      name: 'Meera Nair',
      situation: 'waiting',
      canCorrect: true,
      canWithdraw: true,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('shows each state, and under an older consent never who the agent is', async () => {
    const { token, leadId } = await makeConverted({ consent_version: '2026-11' })
    expect((await read(token)).data.situation).toBe('looking')
    expect((await buy(leadId)).status).toBe(200)
    const sold = await read(token)
    expect(sold.data).toMatchObject({
      situation: 'with-agent',
      canCorrect: false,
      canWithdraw: true,
    })
    for (const secret of [agent.id, agent.name, agent.email, admin.id, leadId, 'LD-']) {
      expect(sold.text).not.toContain(secret)
    }
    const rejected = await makeEnquiry(app.db)
    await app
      .as(admin)
      .call(rejectEnquiry, { params: { id: rejected.id }, body: { reason: 'spam' } })
    const closed = await read(rejected.token)
    expect(closed.data).toMatchObject({
      situation: 'closed',
      canCorrect: false,
      canWithdraw: false,
    })
    expect(closed.text).not.toContain('spam')
    const taken = await makeConverted()
    await app.as(admin).call(deleteLead, { params: { id: taken.leadId } })
    expect((await read(taken.token)).data.situation).toBe('closed')
  })

  it('shows who bought it, and whether the agent got its payment back', async () => {
    const buyer = await makeAgent(app.db, { city: 'Kochi', company_name: 'Malabar Holidays' })
    await giveMoney(app.database, buyer.id, 10_000)
    const [{ token, leadId }, other] = [await makeConverted(), await makeConverted()]
    expect((await read(token)).data.agent).toBeNull()
    await app.as(buyer).call(buyLead, { body: { leadId } })
    const sold = await read(token)
    expect(sold.data.agent).toEqual({
      companyName: 'Malabar Holidays',
      name: buyer.name,
      city: 'Kochi',
      phone: buyer.phone,
      isVerified: false,
      boughtAt: expect.any(String),
      isReturned: false,
    })
    for (const secret of [buyer.id, buyer.email, admin.id, leadId, 'LD-']) {
      expect(sold.text).not.toContain(secret)
    }
    expect((await read(other.token)).data.agent).toBeNull()
    const requestId = await makeRequest(app.database, buyer.id, leadId)
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
    await approveKyc(app.db, buyer.id)
    expect((await read(token)).data.agent).toMatchObject({ isVerified: true, isReturned: true })
  })

  it('needs the secret: a wrong one, an id, a reference or a wildcard is not accepted', async () => {
    const { id, token } = await makeEnquiry(app.db)
    const altered = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}A`
    for (const wrong of [altered, id, 'RQ-000001', '%', token.slice(1), `${token}A`, 'null']) {
      for (const answer of [await read(wrong), await correct(wrong), await withdraw(wrong)]) {
        expect([answer.status, answer.code, answer.message]).toEqual([
          404,
          'ENQUIRY_NOT_FOUND',
          'Enquiry not found',
        ])
      }
    }
    expect((await read(token)).data.situation).toBe('waiting')
  })

  it('is limited per address', async () => {
    const { token } = await makeEnquiry(app.db)
    const call = () => app.call(getOwnEnquiry, { params: { token }, remoteAddress: '203.0.113.50' })
    const answers = await Promise.all(Array.from({ length: 121 }, call))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    expect(answers.find(({ status }) => status !== 200)?.code).toBe('TOO_MANY_REQUESTS')
  })

  it('is not written to the log', async () => {
    const { buildApp } = await import('../../app.ts')
    const logging = await buildApp({
      runsTasks: false,
      config: { ...app.config, logLevel: 'trace' },
      database: app.database,
      logStream: { write: (line) => logged.push(line) },
    })
    try {
      const { token } = await makeEnquiry(app.db)
      for (const path of [`/${token}`, `/${token}/`, `/${token}/nothing`, `/${token}?x=1`]) {
        await logging.inject(`/api/enquiries/mine${path}`)
      }
      const withdrawn = await logging.inject({
        method: 'POST',
        url: `/api/enquiries/mine/${token}/withdraw`,
      })
      expect(withdrawn.statusCode).toBe(200)
      const created = await logging.inject({
        method: 'POST',
        url: '/api/enquiries',
        payload: {
          name: 'Meera',
          phone: '9811122233',
          email: 'meera.l@example.org',
          consent: true,
        },
      })
      const secrets = [token, created.json().data.token, '9811122233', 'Meera', 'meera.l']
      const log = logged.join('\n')
      expect(log).toContain('/api/enquiries/mine/[redacted]/withdraw')
      for (const secret of secrets) expect(log).not.toContain(secret)
    } finally {
      await logging.close()
    }
  })
})

describe('asking for the link again', () => {
  const ask = (contact: string) => app.call(sendOwnLink, { body: { contact } })
  const mailedTokens = async (email: string, count: number) => {
    const mails = await waitForMails(app.config, email, count)
    return mails.map((mail) => /\/my-enquiry#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '')
  }
  const contactsOf = async (token: string) => {
    const { email, phone } = (await read(token)).data
    return { email: email ?? '', phone }
  }

  it('mails a link to the stored email, by email and by phone, and earlier links stay valid', async () => {
    const { token } = await makeEnquiry(app.db)
    const { email, phone } = await contactsOf(token)
    await ask(email.toUpperCase())
    await mailedTokens(email, 1)
    await ask(phone.replace('+91', '0'))
    const tokens = [token, ...(await mailedTokens(email, 2))]
    expect(new Set(tokens).size).toBe(3)
    for (const one of tokens) expect((await read(one)).data.email).toBe(email)
    const latest = (await readMails(app.config, email)).at(-1)?.text ?? ''
    const key = /my-enquiry#[\w-]{43}\.([\w-]{43})/.exec(latest)?.[1] ?? ''
    expect((await verify(token, key)).status).toBe(200)
    // A correction through a later link keeps all of them; a new email revokes all of them.
    await correct(tokens[2] ?? '', { email })
    for (const one of tokens) expect((await read(one)).status).toBe(200)
    await correct(tokens[1] ?? '', { email: `${uniqueText()}@example.org` })
    for (const one of tokens) expect((await read(one)).code).toBe('ENQUIRY_NOT_FOUND')
  })

  it('has the same answer for known and unknown contacts, and mails nothing for a withdrawn or erased enquiry', async () => {
    const withdrawn = await makeEnquiry(app.db)
    const erased = await makeEnquiry(app.db)
    const known = await makeEnquiry(app.db)
    const contacts = await Promise.all(
      [withdrawn, erased, known].map((one) => contactsOf(one.token)),
    )
    await withdraw(withdrawn.token)
    await app.as(admin).call(erasePersonalData, { body: { phone: contacts[1]?.phone } })
    const unknown = { email: `${uniqueText()}@example.org`, phone: '+919000000001' }
    const answers = []
    for (const { email, phone } of [...contacts, unknown]) {
      for (const contact of [email, phone]) answers.push(await ask(contact))
    }
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([200, answers[0]?.text])
    }
    await untilJobsDone(app.database)
    const counts = await Promise.all(
      [...contacts, unknown].map(async ({ email }) => (await readMails(app.config, email)).length),
    )
    expect(counts).toEqual([0, 0, 2, 0])
  })

  it('by phone mails each email, even if one is over its limit, and skips a suspected enquiry that was rejected', async () => {
    const own = await makeEnquiry(app.db)
    const { email, phone } = await contactsOf(own.token)
    const limited = `${uniqueText()}@example.org`
    for (let n = 0; n < 3; n += 1) await makeEnquiry(app.db, { phone, email: limited })
    const spam = await makeEnquiry(app.db, { phone, suspected: true })
    await app.as(admin).call(rejectEnquiry, { params: { id: spam.id }, body: { reason: 'spam' } })
    const spamEmail = (await contactsOf(spam.token)).email
    for (let n = 0; n < 2; n += 1) await ask(limited)
    await untilJobsDone(app.database)
    await ask(phone)
    await untilJobsDone(app.database)
    expect(await readMails(app.config, limited)).toHaveLength(6)
    expect(await readMails(app.config, email)).toHaveLength(1)
    expect(await readMails(app.config, spamEmail)).toEqual([])
  })

  it('is limited per address and per email, and needs an email or a phone number', async () => {
    const { token } = await makeEnquiry(app.db)
    const { email } = await contactsOf(token)
    for (let n = 0; n < 8; n += 1) expect((await ask(email)).status).toBe(200)
    await untilJobsDone(app.database)
    expect(await readMails(app.config, email)).toHaveLength(6)
    for (const wrong of ['', 'Meera', '12345', 'a@b']) {
      expect((await ask(wrong)).fieldErrors).toHaveProperty('contact')
    }
    const call = () =>
      app.call(sendOwnLink, { body: { contact: email }, remoteAddress: '203.0.113.51' })
    const answers = await Promise.all(Array.from({ length: 21 }, call))
    expect(answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
  })

  it('leaves no contact in the queue after an erasure', async () => {
    const { token } = await makeEnquiry(app.db)
    const { email, phone } = await contactsOf(token)
    await ask(email)
    await ask(phone)
    await untilJobsDone(app.database)
    await app.as(admin).call(erasePersonalData, { body: { email } })
    const { rows } = await app.database.pool.query(
      `select name from pgboss.job where data::text like $1 or data::text like $2`,
      [`%${email}%`, `%${phone}%`],
    )
    expect(rows).toEqual([])
  })
})

describe('withdrawing', () => {
  it('takes an unsold lead off every list and off sale at once', async () => {
    const { token, leadId, label } = await makeConverted()
    const answer = await withdraw(token)
    expect(answer.data).toMatchObject({ situation: 'withdrawn', status: 'withdrawn' })
    expect(answer.message).toContain('No travel agent has received it')
    expect(await shownToAdmin(label)).toBeUndefined()
    expect((await buy(leadId)).code).toBe('LEAD_NOT_FOUND')
    const edit = await app
      .as(admin)
      .call(updateLead, { params: { id: leadId }, body: { satatus: 'sold' } })
    expect(edit.code).toBe('LEAD_NOT_FOUND')
    expect(
      await app.db
        .selectFrom('leads')
        .select('deleted_cause')
        .where('id', '=', leadId)
        .executeTakeFirst(),
    ).toEqual({ deleted_cause: 'withdrawn' })
  })

  it('leaves a bought lead with its buyer, says so, and asks the buyer not to contact the traveller', async () => {
    const buyer = await makeAgent(app.db, { email: `${uniqueText()}@example.org` })
    await giveMoney(app.database, buyer.id, 10_000)
    const { token, leadId, label } = await makeConverted()
    await app.as(buyer).call(buyLead, { body: { leadId } })
    const bought = () => app.as(buyer).call(getUserLead, { params: { userId: buyer.id } })
    expect((await bought()).data[0]?.contactStopped).toBe(false)
    const answer = await withdraw(token)
    expect(answer.data).toMatchObject({ situation: 'withdrawn-with-agent', canWithdraw: false })
    expect(answer.message).toContain('asked them not to contact you')
    expect((await bought()).data).toMatchObject([
      { contactStopped: true, lead: { _id: leadId, phone: null, email: null } },
    ])
    const search = async (text: string) => {
      const { data } = await app.as(buyer).call(listPurchases, { query: { search: text } })
      return data.totalDocs
    }
    expect([await search('98765'), await search('example'), await search('Kochi')]).toEqual([
      0, 0, 1,
    ])
    const { data: list } = await app.as(buyer).call(listLeads, { query: { satatus: 'sold' } })
    expect(list.leads.find(({ _id }) => _id === leadId)).toMatchObject({ phone: null, email: null })
    const subject = `The traveller of lead ${label} has withdrawn`
    await waitForMail(app.config, buyer.email, new RegExp(`^${subject}$`))
    // Repeated or concurrent: the same response, and no second mail.
    expect((await withdraw(token)).data).toEqual(answer.data)
    const jobs = await app.database.pool.query(
      `select from pgboss.job where name = 'mail' and data ->> 'to' = $1 and data ->> 'subject' = $2`,
      [buyer.email, subject],
    )
    expect(jobs.rowCount).toBe(1)
  })

  it('asks the operator to notify the buyer of a lead sold outside the product', async () => {
    const { token, leadId, label } = await makeConverted()
    await app.as(admin).call(updateLead, { params: { id: leadId }, body: { satatus: 'sold' } })
    const answer = await withdraw(token)
    expect(answer.data.situation).toBe('withdrawn-with-agent')
    const { rows } = await app.database.pool.query<{ to: string }>(
      `select data ->> 'to' as to from pgboss.job where name = 'mail' and data ->> 'subject' = $1`,
      [`The traveller of lead ${label} has withdrawn`],
    )
    expect(rows).toEqual([{ to: app.config.contactEmail }])
  })

  it('removes a waiting enquiry from the admins’ list', async () => {
    const { id, token } = await makeEnquiry(app.db)
    expect((await withdraw(token)).status).toBe(200)
    const answer = await app
      .as(admin)
      .call(rejectEnquiry, { params: { id }, body: { reason: 'spam' } })
    expect(answer.code).toBe('ENQUIRY_ALREADY_DECIDED')
  })

  it('works with the secret from the quote form’s response', async () => {
    const sent = await app.call(createEnquiry, {
      body: { name: 'Meera', phone: '9811100022', consent: true },
    })
    expect((await withdraw(sent.data.token)).data.reference).toBe(sent.data.reference)
  })
})

describe('verifying the email', () => {
  /** An enquiry that was converted with its contact, and its lead. */
  async function makeLeadOf(fields: object = {}) {
    const enquiry = await makeEnquiry(app.db)
    const { phone, email } = (await read(enquiry.token)).data
    const { data: lead } = await app.as(admin).call(convertEnquiry, {
      params: { id: enquiry.id },
      body: { name: 'Meera Nair', phone, email, city: 'Kochi', destination: 'Goa', ...fields },
    })
    return { ...enquiry, email, lead }
  }

  it('marks the enquiry and its lead once, and buyers and searches see the mark without the contact', async () => {
    const { token, emailKey, lead } = await makeLeadOf()
    expect(lead.emailVerifiedAt).toBeNull()
    const first = await verify(token, emailKey)
    expect([first.status, first.data.canVerify]).toEqual([200, true])
    const at = first.data.emailVerifiedAt
    expect(at).toEqual(expect.any(String))
    expect((await verify(token, emailKey)).data.emailVerifiedAt).toBe(at)
    const { data, text } = await app.as(agent).call(listLeads, { query: { verified: 'email' } })
    expect(data.leads.find(({ _id }) => _id === lead._id)).toMatchObject({
      emailVerifiedAt: at,
      phoneVerifiedAt: null,
      email: null,
      phone: null,
    })
    expect(text).not.toContain(first.data.email)
    for (const verified of ['phone', 'both'] as const) {
      const others = await app.as(agent).call(listLeads, { query: { verified } })
      expect(others.data.leads.map(({ _id }) => _id)).not.toContain(lead._id)
    }
    await buy(lead._id)
    const bought = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(bought.data.find((one) => one.lead._id === lead._id)?.lead.emailVerifiedAt).toBe(at)
  })

  it('happens by no GET and without the secret of the mail never', async () => {
    const { token, emailKey } = await makeEnquiry(app.db)
    const other = await makeEnquiry(app.db)
    const path = verifyOwnEmail.path.replace('{token}', token)
    for (const url of [
      `/my-enquiry`,
      path,
      `${path}?key=${emailKey}`,
      `/api/enquiries/mine/${token}`,
    ]) {
      await app.app.inject({ method: 'GET', url })
    }
    for (const key of [token, other.emailKey, '']) {
      expect((await verify(token, key)).code).toBe('EMAIL_LINK_OUTDATED')
    }
    expect((await verify(other.token.replace(/.$/, '!'), emailKey)).code).toBe('ENQUIRY_NOT_FOUND')
    expect((await read(token)).data.emailVerifiedAt).toBeNull()
  })

  it('is over for an email that the traveller corrects, on the enquiry and on its lead', async () => {
    const { token, emailKey, lead } = await makeLeadOf()
    await verify(token, emailKey)
    const email = `${uniqueText()}@example.org`
    const { data } = await correct(token, { email })
    const newToken = data.newToken ?? ''
    expect(data.emailVerifiedAt).toBeNull()
    expect(await shownToAdmin(lead.leadId)).toMatchObject({ email, emailVerifiedAt: null })
    expect((await verify(newToken, emailKey)).code).toBe('EMAIL_LINK_OUTDATED')
    const [mail] = await waitForMails(app.config, email)
    const key = /my-enquiry#[\w-]{43}\.([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await verify(newToken, key)).status).toBe(200)
    expect((await shownToAdmin(lead.leadId))?.emailVerifiedAt).toEqual(expect.any(String))
  })

  it('covers no email that an admin enters or changes', async () => {
    const converted = await makeEnquiry(app.db)
    await verify(converted.token, converted.emailKey)
    const { phone, email } = (await read(converted.token)).data
    const body = { name: 'Meera Nair', phone, email, city: 'Kochi', destination: 'Goa' }
    const { data: lead } = await app
      .as(admin)
      .call(convertEnquiry, { params: { id: converted.id }, body })
    expect(lead.emailVerifiedAt).toEqual(expect.any(String))
    const edit = (changed: object) =>
      app.as(admin).call(updateLead, { params: { id: lead._id }, body: { ...body, ...changed } })
    expect((await edit({ city: 'Munnar' })).data.emailVerifiedAt).toBe(lead.emailVerifiedAt)
    const other = 'called@example.org'
    expect((await edit({ email: other })).data.emailVerifiedAt).toBeNull()

    const { token, emailKey, lead: changed } = await makeLeadOf({ email: other })
    expect((await verify(token, emailKey)).status).toBe(200)
    expect((await shownToAdmin(changed.leadId))?.emailVerifiedAt).toBeNull()
  })

  it('works with a link that was mailed later', async () => {
    const { id, token } = await makeEnquiry(app.db)
    const later = await withTransaction(app.database, (tx) => addLink(tx, id))
    expect((await verify(token, later)).status).toBe(200)
    expect((await read(later)).data.emailVerifiedAt).toEqual(expect.any(String))
  })

  it('is refused once the enquiry is closed', async () => {
    const { token, emailKey } = await makeEnquiry(app.db)
    await withdraw(token)
    expect((await verify(token, emailKey)).code).toBe('ENQUIRY_CLOSED')
  })
})

it('reads only the enquiry of the link, among many', async () => {
  const { token } = await makeEnquiry(app.db)
  await Promise.all(Array.from({ length: 300 }, () => makeEnquiry(app.db)))
  await sql`analyze enquiries`.execute(app.db)
  const read = await app.db
    .transaction()
    .execute((tx) => countRowsRead(tx, 'enquiries', () => readOwn(tx, token)))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(30)
})
