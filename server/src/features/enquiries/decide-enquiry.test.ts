import { getDashboard } from '@raahi/contract/dashboard'
import {
  convertEnquiry,
  createEnquiry,
  enquiryConsent,
  enquiryStates,
  getLeadOrigin,
  listEnquiries,
  listLeadOrigins,
  rejectEnquiry,
} from '@raahi/contract/enquiries'
import { travellerFields, wishNames } from '@raahi/contract/enquiry-form'
import { travelMonths } from '@raahi/contract/enquiry-labels'
import { listLeads, updateLead } from '@raahi/contract/leads'
import { correctOwnEnquiry, withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { findPersonalData } from '@raahi/contract/personal-data'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import { manualSourceId, quoteFormSourceId } from '@raahi/contract/source-labels'
import { stateAfter } from '@raahi/contract/states'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiry,
  makeLead,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp({ poolSize: 10 })
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000_00)
  await setLeadPrice(app.db, 'both', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const leadForm = {
  name: 'Meera Nair',
  phone: '9876543210',
  email: 'meera@example.org',
  city: 'Kochi',
  destination: 'Manali',
}
const convert = (id: string, user = admin) =>
  app.as(user).call(convertEnquiry, { params: { id }, body: leadForm })
const reject = (id: string, reason: unknown = 'duplicate', user = admin) =>
  app.as(user).call(rejectEnquiry, { params: { id }, body: { reason } })
const withdraw = (token: string) => app.call(withdrawOwnEnquiry, { params: { token } })
const find = async (number: number) => {
  const { data } = await app
    .as(admin)
    .call(listEnquiries, { query: { search: `RQ-${String(number).padStart(6, '0')}` } })
  return data.docs[0]
}

describe('converting an enquiry', () => {
  it('creates a lead that agents can buy, linked to the enquiry with its consent', async () => {
    const { id, number } = await makeEnquiry(app.db, { source: 'Advertisement' })
    const answer = await convert(id)
    expect([answer.status, answer.data.satatus, answer.data.phone]).toEqual([
      201,
      'buy',
      '+919876543210',
    ])
    const lead = answer.data
    expect(await find(number)).toMatchObject({
      status: 'converted',
      lead: {
        _id: lead._id,
        leadId: lead.leadId,
        name: leadForm.name,
        satatus: 'buy',
        expired: false,
        deleted: false,
      },
      decidedBy: { _id: admin.id, name: admin.name },
    })
    const origin = await app.as(admin).call(getLeadOrigin, { params: { id: lead._id } })
    expect(origin.data).toMatchObject({
      enquiry: { _id: id },
      source: 'Advertisement',
      arrivedBy: { _id: quoteFormSourceId, name: 'Quote form' },
      consentText: enquiryConsent.text,
      consentAt: expect.any(String),
    })
    expect(
      await app.as(admin).call(listEnquiries, { query: { search: lead.leadId } }),
    ).toMatchObject({ data: { docs: [{ _id: id }] } })
    expect((await app.as(agent).call(buyLead, { body: { leadId: lead._id } })).status).toBe(200)
    const bought = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(bought.data[0]?.lead).toMatchObject({ phone: '+919876543210', email: leadForm.email })
  })

  it('needs a lead type if the traveller gave none, and uses the traveller’s if the admin gives none', async () => {
    const incomplete = { destination: 'Bali', lead_type: null, trip_type: null, adult: null }
    const { id, number } = await makeEnquiry(app.db, incomplete)
    expect(await find(number)).toMatchObject({ leadType: null, tripType: null, adult: null })
    const refused = await convert(id)
    expect([refused.status, refused.fieldErrors]).toEqual([
      400,
      { leadType: 'Choose domestic or international.' },
    ])
    expect((await find(number))?.status).toBe('new')
    const body = { ...leadForm, leadType: 'international' }
    const { data } = await app.as(admin).call(convertEnquiry, { params: { id }, body })
    expect(data).toMatchObject({ leadType: 'international', tripType: 'Others' })
    expect(await find(number)).toMatchObject({ status: 'converted', leadType: null })
    const complete = await makeEnquiry(app.db, { lead_type: 'international', trip_type: 'Friends' })
    expect((await convert(complete.id)).data).toMatchObject({
      leadType: 'international',
      tripType: 'Friends',
    })
  })

  it('needs only a name and a phone number; the lead shows what is unknown, also after the sale', async () => {
    const nothing = { email: null, city: null, destination: null }
    const { id } = await makeEnquiry(app.db, nothing)
    const answer = await app.as(admin).call(convertEnquiry, {
      params: { id },
      body: { name: 'Phone Only', phone: '9876501234', email: '', city: ' ' },
    })
    expect([answer.status, answer.data]).toEqual([
      201,
      expect.objectContaining({ ...nothing, hasEmail: false, phone: '+919876501234' }),
    ])
    const params = { id: answer.data._id }
    const form = { name: 'Phone Alone', phone: '9876501234', email: null, city: 'Pune' }
    const edited = await app.as(admin).call(updateLead, { params, body: form })
    expect(edited.data).toMatchObject({ ...nothing, name: 'Phone Alone', city: 'Pune' })
    const listed = async (query: object) =>
      (await app.as(agent).call(listLeads, { query: { satatus: 'buy', ...query } })).data.leads
    const [shown] = await listed({ search: 'phone alone' })
    expect(shown).toMatchObject({ ...nothing, phone: null, hasEmail: false, city: 'Pune' })
    expect(await listed({ search: 'phone alone', destination: 'a' })).toEqual([])
    const withEmail = await makeEnquiry(app.db)
    const other = (await convert(withEmail.id)).data
    const [known] = await listed({ search: 'Meera' })
    expect(known).toMatchObject({ _id: other._id, email: null, hasEmail: true })
    const { topDestinations } = (await app.as(admin).call(getDashboard)).data
    expect(topDestinations.map(({ destination }) => destination)).not.toContain(null)
    const bought = await app.as(agent).call(buyLead, { body: { leadId: answer.data._id } })
    expect(bought.data).toMatchObject({ phone: '+919876501234', email: null })
    const own = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(own.data[0]?.lead).toMatchObject({ email: null, hasEmail: false, destination: null })
    const contact = { phone: '9876501234' }
    const found = await app.as(admin).call(findPersonalData, { body: contact })
    expect(found.data.records).toMatchObject([{ kind: 'enquiry' }, { kind: 'lead', email: null }])
  })

  it('is the only way to create a lead without an email, a city or a destination', async () => {
    const id = await makeLead(app.db)
    const body = { name: 'Asha', phone: '9876501235', email: null, city: '', destination: 'Goa' }
    const refused = await app.as(admin).call(updateLead, { params: { id }, body })
    expect([refused.status, refused.fieldErrors]).toEqual([
      400,
      { email: 'Email is required', city: 'City is required' },
    ])
    for (const field of ['email', 'city', 'destination']) {
      await expect(makeLead(app.db, { [field]: null })).rejects.toThrow('without an enquiry')
    }
    const { id: enquiryId } = await makeEnquiry(app.db, { email: null })
    const form = { name: 'Asha', phone: '9876501236' }
    const made = await app.as(admin).call(convertEnquiry, { params: { id: enquiryId }, body: form })
    const origin = app.db.deleteFrom('lead_origins').where('lead_id', '=', made.data._id)
    await expect(origin.execute()).rejects.toThrow('without an enquiry')
  })

  it('takes the year of the month from the day of the enquiry, so a month that has passed since is expired', async () => {
    const sentAt = new Date()
    sentAt.setUTCDate(-10)
    const travelMonth = travelMonths[sentAt.getUTCMonth()]
    const { id } = await makeEnquiry(app.db, { travel_month: travelMonth, consent_at: sentAt })
    const body = { ...leadForm, leadType: 'domestic' as const, travelMonth }
    const { data } = await app.as(admin).call(convertEnquiry, { params: { id }, body })
    expect(data).toMatchObject({ travelMonth, travelDate: null, expired: true })
  })

  it('passes on the month and every other wish, from the quote form to the buyer', async () => {
    const chosen = wishNames.map((name) => [name, travellerFields[name].options[1]?.[0]])
    const wishes = { travelMonth: 'May' as const, ...Object.fromEntries(chosen) }
    const body = { name: 'Meera Wishes', phone: '9876501237', consent: true as const, ...wishes }
    const { token, reference } = (await app.call(createEnquiry, { body })).data
    const enquiry = await find(Number(reference.slice(3)))
    expect(enquiry).toMatchObject(wishes)
    const { data: lead } = await app.as(admin).call(convertEnquiry, {
      params: { id: enquiry?._id ?? '' },
      body: { ...leadForm, name: 'Meera Wishes', leadType: 'domestic', ...wishes },
    })
    const shown = await app
      .as(agent)
      .call(listLeads, { query: { search: 'Meera Wishes', satatus: 'buy' } })
    expect(shown.data.leads).toMatchObject([{ _id: lead._id, phone: null, ...wishes }])
    // A date replaces the month, on the lead too. Fields that the traveller clears are cleared.
    const travelDate = `${new Date().getFullYear() + 1}-05-09`
    const correction = { name: 'Meera Wishes', phone: '9876501237', travelDate, ...wishes }
    const corrected = await app.call(correctOwnEnquiry, {
      params: { token },
      body: { ...correction, priority: '' },
    })
    const after = { ...wishes, travelDate, travelMonth: null, priority: null }
    expect(corrected.data).toMatchObject(after)
    await app.as(agent).call(buyLead, { body: { leadId: lead._id } })
    const bought = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(bought.data[0]?.lead).toMatchObject({ _id: lead._id, ...after })
    const refused = await app.call(createEnquiry, { body: { ...body, travelMonth: 'Smarch' } })
    expect([refused.status, refused.fieldErrors]).toEqual([400, { travelMonth: 'Choose a month.' }])
  })

  it('shows agents only a lead with hidden contact', async () => {
    const { id } = await makeEnquiry(app.db)
    const { data } = await convert(id)
    const shown = await app
      .as(agent)
      .call(listLeads, { query: { search: 'Meera', satatus: 'buy' } })
    expect(shown.data.leads.find(({ _id }) => _id === data._id)).toMatchObject({
      phone: null,
      email: null,
    })
    expect(shown.text).not.toMatch(/9876543210|consent|enquiry|RQ-/)
    for (const call of [
      await app.as(agent).call(listEnquiries),
      await app.as(agent).call(getLeadOrigin, { params: { id: data._id } }),
      await convert(id, agent),
      await reject(id, 'spam', agent),
    ]) {
      expect([call.status, call.code]).toEqual([403, 'FORBIDDEN'])
    }
  })

  it('succeeds once', async () => {
    const { id } = await makeEnquiry(app.db)
    expect((await convert(id)).status).toBe(201)
    for (const again of [await convert(id), await reject(id)]) {
      expect([again.status, again.code]).toEqual([409, 'ENQUIRY_ALREADY_DECIDED'])
    }
  })

  it('is rejected if the traveller has corrected the enquiry meanwhile, and then uses the corrected data', async () => {
    const { id, number, token } = await makeEnquiry(app.db, { email: null })
    const convertAsOf = (correctedAt: string | null | undefined) =>
      app.as(admin).call(convertEnquiry, {
        params: { id },
        query: { correctedAt: correctedAt ?? '' },
        body: leadForm,
      })
    const correct = (phone: string) =>
      app.call(correctOwnEnquiry, { params: { token }, body: { name: 'Meera', phone } })
    const first = await correct('9811100033')
    const second = await correct('9811100034')
    for (const stale of [null, first.data.correctedAt]) {
      const answer = await convertAsOf(stale)
      expect([answer.status, answer.code]).toEqual([409, 'ENQUIRY_CORRECTED'])
    }
    expect((await find(number))?.status).toBe('new')
    expect((await convertAsOf(second.data.correctedAt)).status).toBe(201)
  })

  it('validates the lead form and leaves the enquiry undecided if it is invalid', async () => {
    const { id, number } = await makeEnquiry(app.db)
    const answer = await app
      .as(admin)
      .call(convertEnquiry, { params: { id }, body: { ...leadForm, email: 'meera@' } })
    expect(answer.fieldErrors).toEqual({ email: 'Invalid email format' })
    expect((await find(number))?.status).toBe('new')
  })

  it('a lead entered by an admin has no enquiry; an unknown lead is not found', async () => {
    const id = await makeLead(app.db)
    const { data } = await app.as(admin).call(getLeadOrigin, { params: { id } })
    expect(data).toEqual({
      enquiry: null,
      source: null,
      arrivedBy: { _id: manualSourceId, name: 'Entered by an admin' },
      consentText: null,
      consentAt: null,
    })
    const nowhere = '01890000-0000-7000-8000-000000000000'
    const missing = await app.as(admin).call(getLeadOrigin, { params: { id: nowhere } })
    expect([missing.status, missing.code]).toEqual([404, 'LEAD_NOT_FOUND'])
  })

  it('the leads list marks leads from enquiries, for admins only', async () => {
    const { id, number } = await makeEnquiry(app.db)
    const { data: lead } = await convert(id)
    const byHand = await makeLead(app.db)
    const ids = [byHand, lead._id].join(',')
    const { data } = await app.as(admin).call(listLeadOrigins, { query: { ids } })
    expect(data).toHaveLength(2)
    expect(data).toContainEqual({
      leadId: lead._id,
      arrivedBy: { _id: quoteFormSourceId, name: 'Quote form' },
      reference: expect.stringMatching(`^RQ-0*${number}$`),
    })
    expect(data).toContainEqual({
      leadId: byHand,
      arrivedBy: { _id: manualSourceId, name: 'Entered by an admin' },
    })
    const many = Array.from({ length: 51 }, () => lead._id).join(',')
    expect((await app.as(admin).call(listLeadOrigins, { query: { ids: many } })).status).toBe(400)
    expect((await app.as(admin).call(listLeadOrigins, { query: { ids: 'LD-1' } })).status).toBe(400)
    expect((await app.as(agent).call(listLeadOrigins, { query: { ids } })).status).toBe(403)
  })
})

describe('rejecting an enquiry', () => {
  it('closes it permanently with a reason', async () => {
    const { id, number, token } = await makeEnquiry(app.db)
    const answer = await reject(id, 'spam')
    expect(answer.data).toMatchObject({ status: 'rejected', rejectReason: 'spam', lead: null })
    expect((await convert(id)).code).toBe('ENQUIRY_ALREADY_DECIDED')
    expect((await withdraw(token)).code).toBe('ENQUIRY_CLOSED')
    expect((await find(number))?.status).toBe('rejected')
  })

  it.each(['bored', '', undefined])('does not accept the reason %j', async (reason) => {
    const { id } = await makeEnquiry(app.db)
    expect((await reject(id, reason ?? null)).fieldErrors).toHaveProperty('reason')
  })
})

describe('concurrent decisions', () => {
  it('have one outcome: one lead, one rejection or one withdrawal', async () => {
    const others = [admin, await makeAdmin(app.db), await makeAdmin(app.db)]
    const outcomes: string[] = []
    for (let round = 0; round < 12; round += 1) {
      const { id, number, token } = await makeEnquiry(app.db)
      const deciding = others.flatMap((user) => [
        () => convert(id, user),
        () => reject(id, 'duplicate', user),
      ])
      const rotated = [...deciding.slice(round % 6), ...deciding.slice(0, round % 6)]
      const withdrawing = round % 3 === 0 ? withdraw(token) : undefined
      const answers = await Promise.all(rotated.map((call) => call()))
      const withdrawn = (await withdrawing)?.status === 200
      const decided = answers.filter(({ status }) => status < 300)
      for (const answer of answers.filter(({ status }) => status >= 300)) {
        expect([answer.status, answer.code]).toEqual([409, 'ENQUIRY_ALREADY_DECIDED'])
      }
      const status = (await find(number))?.status ?? 'none'
      outcomes.push(status)
      // A withdrawal succeeds whether it came before the admins or after a conversion.
      expect(status === 'withdrawn').toBe(withdrawn)
      expect(decided.length).toBe(withdrawn ? Math.min(1, decided.length) : 1)
      const { rows } = await app.database.pool.query<{ n: number }>(
        `select count(*)::integer as n from lead_origins where enquiry_id = $1`,
        [id],
      )
      expect(rows[0]?.n).toBe(decided.filter((answer) => answer.status === 201).length)
    }
    expect(Object.keys(tally(outcomes)).length).toBeGreaterThanOrEqual(2)
  })

  it('never sell a withdrawn lead and never take a lead from its buyer', async () => {
    const seen = { sold: 0, withdrawn: 0 }
    for (let round = 0; round < 24; round += 1) {
      const { id, number, token } = await makeEnquiry(app.db)
      const { data: lead } = await convert(id)
      const buy = () => app.as(agent).call(buyLead, { body: { leadId: lead._id } })
      const calls = round % 2 ? [buy, () => withdraw(token)] : [() => withdraw(token), buy]
      const answers = await Promise.all(calls.map((call) => call()))
      const [bought, withdrawn] = round % 2 ? answers : [...answers].reverse()
      expect(withdrawn?.status).toBe(200)
      const withdrawnEnquiry = await find(number)
      expect(withdrawnEnquiry?.status).toBe('withdrawn')
      const list = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
      const owned = list.data.some((purchase) => purchase.lead._id === lead._id)
      if (bought?.status === 200) {
        seen.sold += 1
        expect(owned).toBe(true)
        expect(withdrawnEnquiry?.lead).toMatchObject({ satatus: 'sold', deleted: false })
        expect(withdrawn?.message).toContain('had received it')
      } else {
        seen.withdrawn += 1
        expect([bought?.status, bought?.code]).toEqual([404, 'LEAD_NOT_FOUND'])
        expect(owned).toBe(false)
        expect(withdrawnEnquiry?.lead).toMatchObject({ satatus: 'buy', deleted: true })
        expect((await buy()).status).toBe(404)
      }
    }
    expect(seen.sold + seen.withdrawn).toBe(24)
  })
})

it('only new enquiries can be decided, and closed ones stay closed', () => {
  expect(stateAfter(enquiryStates, 'new', 'convert')).toBe('converted')
  for (const status of ['converted', 'rejected', 'withdrawn'] as const) {
    expect([
      stateAfter(enquiryStates, status, 'convert'),
      stateAfter(enquiryStates, status, 'reject'),
    ]).toEqual([null, null])
  }
  expect([
    stateAfter(enquiryStates, 'rejected', 'withdraw'),
    stateAfter(enquiryStates, 'withdrawn', 'correct'),
  ]).toEqual([null, null])
})
