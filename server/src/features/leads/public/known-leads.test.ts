import { convertEnquiry, createEnquiry, listEnquiries } from '@raahi/contract/enquiries'
import { createLead, deleteLead, findKnownLeads } from '@raahi/contract/leads'
import { correctOwnEnquiry } from '@raahi/contract/own-enquiry'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAdmin, makeAgent } from '../../../testing/factories.ts'
import { setLeadPrice } from '../../../testing/insert-records.ts'
import { createTestApp, type TestApp, uniqueText } from '../../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000)
  await setLeadPrice(app.db, 'both', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

let lastNumber = 0
/** The contact of a new traveller. */
function newContact() {
  lastNumber += 1
  return {
    phone: `98450${String(lastNumber).padStart(5, '0')}`,
    email: `${uniqueText()}@example.org`,
  }
}
const trip = { name: 'Asha Rao', city: 'Pune', destination: 'Goa' }
const create = async (contact: object) =>
  (await app.as(admin).call(createLead, { body: { ...trip, ...contact } })).data
const enquire = async (contact: object) =>
  (await app.call(createEnquiry, { body: { ...trip, ...contact, consent: true } })).data
const find = async (reference: string) => {
  const { data } = await app.as(admin).call(listEnquiries, { query: { search: reference } })
  const [enquiry] = data.docs
  if (!enquiry) throw new Error('the enquiry is not listed')
  return enquiry
}
const moveBack = (leadId: string, days: number) =>
  sql`update leads set created_at = created_at - make_interval(days => ${days}::integer) where id = ${leadId}`.execute(
    app.db,
  )

describe('a lead with a known contact', () => {
  it('is created, and the answer names the leads of the same phone or email, newest first', async () => {
    const contact = newContact()
    const first = await create(contact)
    expect(first.duplicates).toEqual([])
    const samePhone = await create({ ...newContact(), phone: `+91 ${contact.phone}` })
    expect(samePhone.duplicates).toEqual([
      {
        leadId: first.leadId,
        _id: first._id,
        createdAt: first.createdAt,
        status: 'buy',
        deleted: false,
        name: 'Asha Rao',
        destination: 'Goa',
        matched: 'phone',
      },
    ])
    const both = await create({ ...contact, email: contact.email.toUpperCase() })
    expect(both.duplicates.map(({ leadId, matched }) => [leadId, matched])).toEqual([
      [samePhone.leadId, 'phone'],
      [first.leadId, 'phone-and-email'],
    ])
  })

  it('is compared with sold leads, and not with leads that were deleted unsold or are older than 90 days', async () => {
    const contact = newContact()
    const [sold, deleted, old] = [
      await create(contact),
      await create(contact),
      await create(contact),
    ]
    await app.as(agent).call(buyLead, { body: { leadId: sold._id } })
    await app.as(admin).call(deleteLead, { params: { id: sold._id } })
    await app.as(admin).call(deleteLead, { params: { id: deleted._id } })
    await moveBack(old._id, 91)
    const { duplicates } = await create(contact)
    expect(duplicates).toMatchObject([{ leadId: sold.leadId, status: 'sold', deleted: true }])
  })

  it('is found while its contact is typed, by phone or email alone', async () => {
    const contact = newContact()
    const { leadId } = await create(contact)
    const { phone, email } = contact
    const queries: Record<string, string>[] = [{ phone }, { email }, contact]
    for (const query of queries) {
      const { data } = await app.as(admin).call(findKnownLeads, { query })
      expect(data.map((known) => known.leadId)).toEqual([leadId])
      expect(JSON.stringify(data)).not.toContain(contact.phone)
    }
    expect((await app.as(admin).call(findKnownLeads)).data).toEqual([])
  })

  it('created twice at once is reported by exactly one of the two answers', async () => {
    const contact = newContact()
    const created = await Promise.all([create(contact), create(contact)])
    expect(created.map(({ duplicates }) => duplicates.length).sort()).toEqual([0, 1])
  })

  it('is reported by the conversion of an enquiry, too', async () => {
    const contact = newContact()
    const { leadId } = await create(contact)
    const { _id: id } = await find((await enquire(contact)).reference)
    const answer = await app.as(admin).call(convertEnquiry, {
      params: { id },
      body: { ...trip, ...contact, leadType: 'domestic' },
    })
    expect([answer.status, answer.data.duplicates.map((known) => known.leadId)]).toEqual([
      201,
      [leadId],
    ])
  })
})

describe('an enquiry with the contact of a lead', () => {
  it('is marked as its duplicate, with what the admin compares', async () => {
    const contact = newContact()
    const lead = await create(contact)
    const { reference } = await enquire({ ...contact, email: undefined })
    expect((await find(reference)).duplicateOf).toEqual({
      kind: 'lead',
      _id: lead._id,
      reference: lead.leadId,
      status: 'buy',
      createdAt: lead.createdAt,
      deleted: false,
      ...trip,
      travelDate: null,
      matched: 'phone',
    })
    await app.as(agent).call(buyLead, { body: { leadId: lead._id } })
    expect((await find(reference)).duplicateOf?.status).toBe('sold')
    const listed = async (duplicates: string) => {
      const query = { search: reference, duplicates }
      return (await app.as(admin).call(listEnquiries, { query })).data.totalDocs
    }
    expect([await listed('only'), await listed('none')]).toEqual([1, 0])
  })

  it('is marked as the duplicate of an earlier enquiry if there is one', async () => {
    const contact = newContact()
    await create(contact)
    const first = await enquire(contact)
    const second = await enquire(contact)
    expect((await find(second.reference)).duplicateOf).toMatchObject({
      kind: 'enquiry',
      reference: first.reference,
      status: 'new',
      matched: 'phone-and-email',
    })
  })

  it('is not marked with the lead of another contact, or that is older than 90 days', async () => {
    const contact = newContact()
    const { _id } = await create(contact)
    await moveBack(_id, 91)
    expect((await find((await enquire(contact)).reference)).duplicateOf).toBeNull()
    await create(newContact())
    expect((await find((await enquire(newContact())).reference)).duplicateOf).toBeNull()
  })

  it('is marked after a correction to that contact, and not with its own lead', async () => {
    const [contact, other] = [newContact(), newContact()]
    const lead = await create(other)
    const { reference, token } = await enquire(contact)
    const { _id: id } = await find(reference)
    const body = { ...trip, ...contact, leadType: 'domestic' }
    await app.as(admin).call(convertEnquiry, { params: { id }, body })
    await app.call(correctOwnEnquiry, {
      params: { token },
      body: { ...trip, ...contact, phone: other.phone },
    })
    expect((await find(reference)).duplicateOf?.reference).toBe(lead.leadId)
    await app.call(correctOwnEnquiry, { params: { token }, body: { ...trip, ...contact } })
    expect((await find(reference)).duplicateOf).toBeNull()
  })
})
