import { convertEnquiry } from '@raahi/contract/enquiries'
import { listLeads } from '@raahi/contract/leads'
import { correctOwnEnquiry, getOwnEnquiry, withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { readMails, waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { untilPurchaseWaits, untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser

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

describe('correcting', () => {
  it('changes the enquiry, and its lead while it is for sale', async () => {
    const fresh = await makeEnquiry(app.db)
    const email = `${uniqueText()}@example.org`
    expect((await correct(fresh.token, { email })).data).toMatchObject({
      name: 'Meera N.',
      phone: '+919123456780',
      email,
      adult: 3,
      city: null,
      situation: 'waiting',
      correctedAt: expect.any(String),
    })
    const { token, label } = await makeConverted()
    expect((await correct(token, { destination: 'Leh', email: '' })).status).toBe(200)
    // Fields that the traveller omitted keep the admin's values.
    expect(await shownToAdmin(label)).toMatchObject({
      name: 'Meera N.',
      phone: '+919123456780',
      email: 'meera@example.org',
      city: 'Kochi',
      destination: 'Leh',
      adult: 3,
    })
  })

  it('can change and clear every field of the trip, on the enquiry and on its lead', async () => {
    const enquiry = await makeEnquiry(app.db, { email: null, lead_type: null, trip_type: null })
    const own = (await read(enquiry.token)).data
    const { data: lead } = await app.as(admin).call(convertEnquiry, {
      params: { id: enquiry.id },
      body: { name: own.name, phone: own.phone, city: own.city, leadType: 'domestic' },
    })
    const trip = {
      email: null,
      city: 'Nagpur',
      destination: 'Bali',
      travelDate: '2031-05-20',
      travelDays: 6,
      travelNights: 6,
      adult: 1,
      children: 2,
      infant: 1,
      tripType: 'Family',
      leadType: 'international',
    }
    expect((await correct(enquiry.token, trip)).data).toMatchObject(trip)
    expect(await shownToAdmin(lead.leadId)).toMatchObject(trip)
    expect((await correct(enquiry.token)).data.leadType).toBe('international')
    const { data } = await correct(enquiry.token, { leadType: '' })
    const unknown = Object.fromEntries(Object.keys(trip).map((name) => [name, null]))
    expect(data).toMatchObject({ ...unknown, adult: 3 })
    expect(await shownToAdmin(lead.leadId)).toMatchObject({
      email: null,
      city: null,
      destination: null,
      travelDate: null,
      travelDays: 0,
      children: 0,
      // A lead always has these two fields.
      tripType: 'Family',
      leadType: 'international',
    })
  })

  it('keeps the admin’s values of lead fields that the traveller did not change', async () => {
    const enquiry = await makeEnquiry(app.db, { trip_type: 'Others', travel_date: '2031-05-01' })
    const { name, phone, city, destination } = (await read(enquiry.token)).data
    const form = { name, phone: '9876543210', email: 'called@example.org', city: 'Kochi' }
    const changes = {
      destination: 'Munnar',
      travelDate: '2031-05-20',
      adult: 6,
      tripType: 'Family',
    }
    const { data: lead } = await app.as(admin).call(convertEnquiry, {
      params: { id: enquiry.id },
      body: { ...form, ...changes, travelDays: 9 },
    })
    const typed = {
      name,
      phone,
      city,
      destination,
      travelDate: null,
      travelDays: 5,
      travelNights: 3,
    }
    expect((await correct(enquiry.token, { ...typed, email: null, adult: 2 })).status).toBe(200)
    expect(await shownToAdmin(lead.leadId)).toMatchObject({
      ...form,
      phone: '+919876543210',
      destination: 'Munnar',
      adult: 6,
      tripType: 'Family',
      // The traveller changed two fields: the date is cleared, and the trip is one night shorter.
      travelDate: null,
      travelTime: expect.stringContaining('9 (days) - 3 (nights)'),
    })
  })

  it('to the contact of another enquiry flags a duplicate, until the contact changes again', async () => {
    const other = await makeEnquiry(app.db)
    const { id, token } = await makeEnquiry(app.db, { email: null })
    const flagged = async () => {
      const { duplicate_of } = await app.db
        .selectFrom('enquiries')
        .select('duplicate_of')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return duplicate_of
    }
    const { phone, email } = (await read(other.token)).data
    const own = '9844400017'
    expect((await correct(token, { phone })).status).toBe(200)
    expect(await flagged()).toBe(other.id)
    await correct(token, { phone: own })
    expect(await flagged()).toBeNull()
    await correct(token, { phone: own, email: email?.toUpperCase() })
    expect(await flagged()).toBe(other.id)
    await correct(token, { phone: own, email, adult: 7 })
    expect(await flagged()).toBe(other.id)
  })

  it('to another email revokes the link mailed before and sends a new one', async () => {
    const email = `${uniqueText()}@example.org`
    const { token } = await makeEnquiry(app.db, { email: 'typo@example.org' })
    const answer = await correct(token, { email })
    const renewed = answer.data.newToken ?? ''
    expect(Buffer.from(renewed, 'base64url')).toHaveLength(32)
    for (const old of [await read(token), await correct(token), await withdraw(token)]) {
      expect([old.status, old.code]).toEqual([404, 'ENQUIRY_NOT_FOUND'])
    }
    expect((await read(renewed)).data).toMatchObject({ email, situation: 'waiting' })
    const [mail] = await waitForMails(app.config, email)
    expect(mail?.text).toContain(`/my-enquiry#${renewed}`)
    expect(mail?.text).not.toContain(token)
    const sameAgain = await correct(renewed, { email: email.toUpperCase(), adult: 4 })
    expect([sameAgain.status, sameAgain.data.newToken]).toEqual([200, null])
    const without = (await correct(renewed, { email: null })).data.newToken ?? ''
    expect((await read(renewed)).status).toBe(404)
    // The enquiry had no email before, so its link stays valid.
    const again = await correct(without, { email })
    expect([again.status, again.data.newToken]).toEqual([200, null])
    expect(await readMails(app.config, 'typo@example.org')).toEqual([])
  })

  it('concurrently through one link succeeds once, and only the new link works', async () => {
    const { token } = await makeEnquiry(app.db)
    const name = uniqueText()
    const answers = await Promise.all(
      [0, 1, 2].map((i) => correct(token, { email: `${name}-${i}@example.org` })),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    for (const refused of answers.filter((answer) => !done.includes(answer))) {
      expect(refused.code).toBe('ENQUIRY_NOT_FOUND')
    }
    const corrected = await read(done[0]?.data.newToken ?? '')
    expect(corrected.data.email).toBe(done[0]?.data.email)
  })

  it('mails at most five different addresses a day, and each at most five times', async () => {
    const name = uniqueText()
    let { token } = await makeEnquiry(app.db)
    const change = async (email: string) => {
      const answer = await correct(token, { email })
      if (answer.status === 200) token = answer.data.newToken ?? token
      return answer.status
    }
    const statuses = []
    for (let i = 0; i < 6; i += 1) statuses.push(await change(`${name}-${i}@example.org`))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const { rows } = await app.database.pool.query(
      `select from pgboss.job where name = 'mail' and data ->> 'to' like $1`,
      [`${name}-%`],
    )
    expect(rows).toHaveLength(5)
    // Everything else can still be corrected.
    expect((await correct(token, { email: `${name}-4@example.org`, adult: 5 })).status).toBe(200)
    const one = `${name}@example.org`
    const mailed = []
    for (let i = 0; i < 6; i += 1) {
      const other = await makeEnquiry(app.db)
      mailed.push((await correct(other.token, { email: one })).status)
    }
    expect(mailed).toEqual([200, 200, 200, 200, 200, 200])
    const { rows: toOne } = await app.database.pool.query(
      `select from pgboss.job where name = 'mail' and data ->> 'to' = $1`,
      [one],
    )
    expect(toOne).toHaveLength(5)
  })

  it('is rejected once an agent has bought the lead, and changes nothing', async () => {
    const { token, leadId } = await makeConverted()
    await buy(leadId)
    const before = (await read(token)).data
    const answer = await correct(token)
    expect([answer.status, answer.code]).toEqual([409, 'ENQUIRY_WITH_AGENT'])
    expect((await read(token)).data).toEqual(before)
    const bought = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(bought.data.find(({ lead }) => lead._id === leadId)?.lead.phone).toBe('+919876543210')
  })

  it('concurrent with a purchase either is rejected, or takes the lead off sale before it is sold', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token, leadId } = await makeConverted()
      const calls = [() => correct(token), () => buy(leadId)]
      const answers = await Promise.all((round % 2 ? calls : calls.reverse()).map((call) => call()))
      const [corrected, bought] = round % 2 ? answers : answers.reverse()
      const list = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
      const phone = list.data.find(({ lead }) => lead._id === leadId)?.lead.phone
      expect([corrected?.code, bought?.code, phone]).toEqual(
        corrected?.status === 200
          ? [undefined, 'LEAD_UNDER_REVIEW', undefined]
          : ['ENQUIRY_WITH_AGENT', undefined, '+919876543210'],
      )
    }
  })

  it('never changes what a buyer has just received: it waits for the purchase and is rejected', async () => {
    const { token, leadId } = await makeConverted()
    const calls = await withTransaction(app.database, async (tx) => {
      await sql`select from leads where id = ${leadId} for update`.execute(tx)
      const buying = buy(leadId)
      await untilPurchaseWaits(app.database)
      const correcting = correct(token)
      await untilWaiting(app.database, 2)
      return { buying, correcting }
    })
    expect((await calls.buying).data.phone).toBe('+919876543210')
    expect((await calls.correcting).code).toBe('ENQUIRY_WITH_AGENT')
    const bought = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(bought.data.find(({ lead }) => lead._id === leadId)?.lead.phone).toBe('+919876543210')
  })

  it('concurrent with a conversion leaves the lead with the corrected data, or no lead', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, token } = await makeEnquiry(app.db, { email: null })
      const body = { name: 'Meera', phone: '9876543210', city: 'Kochi', destination: 'Goa' }
      const convert = () =>
        app.as(admin).call(convertEnquiry, {
          params: { id },
          query: { correctedAt: '' },
          body: { ...body, email: 'meera@example.org' },
        })
      const calls = [() => correct(token), convert]
      await Promise.all((round % 2 ? calls : calls.reverse()).map((call) => call()))
      expect((await read(token)).data.phone).toBe('+919123456780')
      const { rows } = await app.database.pool.query(
        `select l.phone from lead_origins o join leads l on l.id = o.lead_id
        where o.enquiry_id = $1 and l.phone <> '+919123456780'`,
        [id],
      )
      expect(rows).toEqual([])
    }
  })

  it('validates like the quote form and rejects other fields', async () => {
    const { token } = await makeEnquiry(app.db)
    for (const fields of [
      { name: '' },
      { phone: '1' },
      { source: 'Referral' },
      { destination: 'Bali', leadType: 'domestic' },
      { status: 'new' },
    ]) {
      const answer = await correct(token, fields)
      expect(answer.fieldErrors).toHaveProperty(Object.keys(fields).at(-1) ?? '')
    }
  })

  it('ends once the enquiry is closed or withdrawn', async () => {
    const { token } = await makeEnquiry(app.db)
    await withdraw(token)
    expect((await correct(token)).code).toBe('ENQUIRY_CLOSED')
  })
})
