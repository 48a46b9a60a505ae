import { createLead, deleteLead, updateLead } from '@raahi/contract/leads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectWholeBooks } from '../testing/books.ts'
import { type MadeUser, makeAdmin, makeLead, setLeadPrice } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let admin: MadeUser

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(async () => {
  await expectWholeBooks(app.database)
  await app.close()
})

const form = {
  name: 'Asha Rao',
  phone: '98765 43210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}

const update = (id: string, body: unknown) =>
  app.as(admin).call(updateLead, { params: { id }, body })

describe('a lead', () => {
  it('is made with a number and a price of its type, and comes back as it was typed', async () => {
    const made = await app.as(admin).call(createLead, { body: form })
    expect(made).toMatchObject({ status: 201, message: 'Lead saved successfully!' })
    expect(made.data).toMatchObject({
      leadId: expect.stringMatching(/^LD-\d{6}$/),
      name: 'Asha Rao',
      phone: '+919876543210',
      email: 'asha@example.com',
      satatus: 'buy',
      leadType: 'domestic',
      tripType: 'Others',
      cost: 50,
      travelTime: '0 (days) - 0 (nights)',
      totalMembers: { adult: '0', children: '0', infant: '0' },
    })
  })

  it('is edited while it is for sale, and says what is missing in the words of the form', async () => {
    const id = await makeLead(app.db)
    const edited = await update(id, { ...form, adult: 3 })
    expect(edited.message).toBe('Lead updated successfully!')
    expect(edited.data).toMatchObject({ name: 'Asha Rao', adult: 3 })
    const empty = await update(id, { name: ' ' })
    expect(empty.fieldErrors).toEqual({
      name: 'Name is required',
      phone: 'Phone number is required',
      email: 'Email is required',
      city: 'City is required',
      destination: 'Destination is required',
    })
    expect((await update(id, {})).fieldErrors).toMatchObject({ name: 'Name is required' })
    expect((await update(id, { satatus: 'gone' })).fieldErrors).toEqual({
      satatus: 'Choose buy or sold.',
    })
    expect((await update(id, { ...form, satatus: 'sold' })).status).toBe(400)
  })

  it('is marked sold once, for good: no second sale, no edit, no way back', async () => {
    const id = await makeLead(app.db)
    const sold = await update(id, { satatus: 'sold' })
    expect(sold.message).toBe('Lead marked as sold')
    expect(sold.data.satatus).toBe('sold')
    for (const body of [{ satatus: 'sold' }, form]) {
      expect(await update(id, body)).toMatchObject({ status: 409, code: 'LEAD_ALREADY_SOLD' })
    }
    const back = await update(id, { satatus: 'buy' })
    expect(back).toMatchObject({ status: 409, code: 'LEAD_NOT_REOPENED' })
  })

  it('leaves every list when it is deleted, sold or not, and cannot be found again', async () => {
    for (const id of [await makeLead(app.db), await makeLead(app.db)]) {
      const answer = await app.as(admin).call(deleteLead, { params: { id } })
      expect(answer).toMatchObject({ status: 200, message: 'Lead deleted.' })
      for (const body of [form, { satatus: 'sold' }]) {
        expect(await update(id, body)).toMatchObject({ status: 404, code: 'LEAD_NOT_FOUND' })
      }
      expect((await app.as(admin).call(deleteLead, { params: { id } })).status).toBe(404)
    }
  })

  it('has each change in the audit log, with what was before and who did it', async () => {
    const id = await makeLead(app.db, { name: 'Before' })
    await update(id, form)
    await update(id, { satatus: 'sold' })
    await app.as(admin).call(deleteLead, { params: { id } })
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'before', 'after', 'request_id'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { action: 'lead.edit', before: { name: 'Before' }, after: { name: 'Asha Rao' } },
      { action: 'lead.mark-sold', before: { status: 'buy' }, after: { status: 'sold' } },
      { action: 'lead.delete', before: { name: 'Asha Rao' }, after: null },
    ])
    expect(rows.every((row) => row.actor_id === admin.id && row.request_id)).toBe(true)
  })
})
