import { createLead, deleteLead, listLeads, tripTypes, updateLead } from '@raahi/contract/leads'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeLead } from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({ pricePaise: null }))
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const form = {
  name: 'Asha Rao',
  phone: '98765 43210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}

const create = (body: unknown) => app.as(admin).call(createLead, { body })
const update = (id: string, body: unknown) =>
  app.as(admin).call(updateLead, { params: { id }, body })
const remove = (id: string) => app.as(admin).call(deleteLead, { params: { id } })
const buy = (leadId: string) => app.as(agent).call(buyLead, { body: { leadId } })

const actionsOn = (subjectId: string) => findActions(app.db, subjectId)

async function rowOf(id: string) {
  return app.db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('adding a lead', () => {
  it('accepts the form, assigns a number, and confirms', async () => {
    const answer = await create({
      ...form,
      name: '  Asha Rao ',
      travelDate: '2099-12-24',
      travelDays: 5,
      travelNights: 4,
      adult: 2,
      children: 1,
      infant: 1,
      tripType: 'Family',
      leadType: 'international',
    })
    expect([answer.status, answer.message]).toEqual([201, 'Lead saved successfully!'])
    const { _id, leadId, createdAt, ...rest } = answer.data
    expect(leadId).toMatch(/^LD-\d{6}$/)
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000)
    expect(rest).toEqual({
      name: 'Asha Rao',
      phone: '+919876543210',
      email: 'asha@example.com',
      hasEmail: true,
      city: 'Pune',
      destination: 'Goa',
      travelDate: '2099-12-24',
      travelTime: '5 (days) - 4 (nights)',
      travelDays: 5,
      travelNights: 4,
      adult: 2,
      children: 1,
      infant: 1,
      totalMembers: { adult: '2', children: '1', infant: '1' },
      tripType: 'Family',
      leadType: 'international',
      satatus: 'buy',
      expired: false,
      underReview: false,
      fullCost: null,
      duplicates: [],
      cost: null,
      replacementStatus: null,
      travelMonth: null,
      budgetPerPerson: null,
      priority: null,
      emailVerifiedAt: null,
      phoneVerifiedAt: null,
    })
    const { data } = await app.as(admin).call(listLeads, { query: { limit: 1 } })
    const { duplicates: _, ...created } = answer.data
    expect(data.leads[0]).toEqual(created)
  })

  it('requires five fields; the others have the defaults of the specification', async () => {
    const { data } = await create(form)
    expect(data).toMatchObject({
      leadType: 'domestic',
      tripType: 'Others',
      travelDate: null,
      travelTime: '0 (days) - 0 (nights)',
      totalMembers: { adult: '0', children: '0', infant: '0' },
      cost: 50,
    })
    const nothing = await create({ name: ' ', phone: '', email: '  ' })
    expect(nothing.fieldErrors).toEqual({
      name: 'Name is required',
      phone: 'Phone number is required',
      email: 'Email is required',
      city: 'City is required',
      destination: 'Destination is required',
    })
    expect((await create({ ...form, email: 'asha@' })).fieldErrors).toEqual({
      email: 'Invalid email format',
    })
  })

  it('reads travelTime and totalMembers if the numbers are missing, and the numbers otherwise', async () => {
    const texts = {
      travelTime: '7 (days) - 6 (nights)',
      totalMembers: { adult: '3', children: '2', infant: '' },
    }
    expect((await create({ ...form, ...texts })).data).toMatchObject({
      travelDays: 7,
      travelNights: 6,
      totalMembers: { adult: '3', children: '2', infant: '0' },
    })
    expect((await create({ ...form, ...texts, travelDays: 1, adult: 9 })).data).toMatchObject({
      travelTime: '1 (days) - 6 (nights)',
      totalMembers: { adult: '9', children: '2', infant: '0' },
    })
  })

  it('ignores the id, number and date that the form sends', async () => {
    const id = await makeLead(app.db)
    const { data } = await create({
      ...form,
      id,
      leadId: 'LD-000001',
      createdAt: '2001-01-01T00:00:00.000Z',
    })
    expect(data._id).not.toBe(id)
    expect(Date.parse(data.createdAt)).toBeGreaterThan(Date.parse('2020-01-01'))
    const again = await create(form)
    expect(Number(again.data.leadId.slice(3))).toBeGreaterThan(Number(data.leadId.slice(3)))
  })

  it('accepts every trip type and its alternative spellings, and no others', async () => {
    const spellings: Record<string, string> = {
      ...Object.fromEntries(tripTypes.map((type) => [type, type])),
      Senior_citizen: 'Senior_Citizen',
      'Senior Citizen': 'Senior_Citizen',
      Couple: 'Couples',
      Solo: 'Others',
      '': 'Others',
    }
    for (const [spelling, tripType] of Object.entries(spellings)) {
      expect((await create({ ...form, tripType: spelling })).data.tripType, spelling).toBe(tripType)
    }
    for (const invalid of ['family', 'Honeymoon', 'constructor', 5]) {
      const answer = await create({ ...form, tripType: invalid })
      expect([answer.status, answer.fieldErrors]).toEqual([
        400,
        { tripType: 'Choose a trip type.' },
      ])
    }
    const filtered = await app.as(agent).call(listLeads, { query: { tripType: 'Senior_citizen' } })
    expect(filtered.data.totalLeads).toBe(3)
  })

  it('writes an audit entry', async () => {
    const answer = await create(form)
    expect(await actionsOn(answer.data._id)).toEqual([
      {
        actor_id: admin.id,
        action: 'lead.create',
        before: null,
        after: expect.objectContaining({ name: 'Asha Rao', phone: '+919876543210' }),
        request_id: answer.headers['x-request-id'],
      },
    ])
  })
})

describe('editing a lead', () => {
  it('replaces the form’s fields, keeps number and date, and is found only by its new name', async () => {
    const [oldName, newName] = [`Old ${uniqueText()}`, `New ${uniqueText()}`]
    const { data: created } = await create({
      ...form,
      name: oldName,
      adult: 2,
      leadType: 'domestic',
    })
    const { duplicates: _, ...before } = created
    const answer = await update(before._id, {
      ...form,
      name: newName,
      city: 'Nagpur',
      leadType: 'international',
    })
    expect([answer.status, answer.message]).toEqual([200, 'Lead updated successfully!'])
    expect(answer.data).toEqual({
      ...before,
      name: newName,
      city: 'Nagpur',
      leadType: 'international',
      adult: 0,
      totalMembers: { adult: '0', children: '0', infant: '0' },
      cost: null,
    })
    const count = async (search: string) =>
      (await app.as(agent).call(listLeads, { query: { search } })).data.totalLeads
    expect([await count(oldName), await count(newName)]).toEqual([0, 1])
    const [, edited] = await actionsOn(before._id)
    expect(edited).toMatchObject({
      actor_id: admin.id,
      action: 'lead.edit',
      before: { name: oldName, city: 'Pune' },
      after: { name: newName, city: 'Nagpur' },
    })
  })

  it('is rejected for a sold lead and changes nothing', async () => {
    const bought = await makeLead(app.db)
    await buy(bought)
    const outside = await makeLead(app.db)
    await update(outside, { satatus: 'sold' })
    for (const id of [bought, outside]) {
      const before = await rowOf(id)
      const answer = await update(id, form)
      expect([answer.status, answer.code]).toEqual([409, 'LEAD_ALREADY_SOLD'])
      expect(await rowOf(id)).toEqual(before)
    }
  })

  it('is rejected for a deleted or unknown lead', async () => {
    const deleted = await makeLead(app.db)
    await remove(deleted)
    for (const id of [deleted, agent.id]) {
      for (const body of [form, { satatus: 'sold' }]) {
        const answer = await update(id, body)
        expect([answer.status, answer.message]).toEqual([404, 'Lead not found'])
      }
    }
  })

  it('accepts the complete form or exactly a status, no mixture and no part', async () => {
    const id = await makeLead(app.db)
    const before = await rowOf(id)
    for (const body of [
      { ...form, satatus: 'sold' },
      { satatus: 'sold', cost: 1 },
      { satatus: 'available' },
      { status: 'sold' },
      { name: 'Only a name' },
      { ...form, cost: 1 },
      { ...form, deleted_at: null },
      {},
    ]) {
      const answer = await update(id, body)
      expect([answer.status, answer.code], JSON.stringify(body)).toEqual([400, 'VALIDATION_FAILED'])
    }
    expect(await rowOf(id)).toEqual(before)
  })
})

describe('marking a lead as sold', () => {
  it('is a sale outside the product: a frozen price, no owner, no purchase, no revenue', async () => {
    const id = await makeLead(app.db)
    const entries = () =>
      app.db
        .selectFrom('journal_entries')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    const before = await entries()
    const answer = await update(id, { satatus: 'sold' })
    expect([answer.status, answer.message]).toEqual([200, 'Lead marked as sold'])
    expect(answer.data).toMatchObject({ satatus: 'sold', cost: 50 })
    expect(await rowOf(id)).toMatchObject({ sold_cause: 'outside', sold_cost_paise: 5000 })
    expect(await entries()).toEqual(before)
    await setLeadPrice(app.db, 'domestic', 6000)
    const { data } = await app.as(agent).call(listLeads, { query: { limit: 1 } })
    expect(data.leads[0]).toMatchObject({ _id: id, satatus: 'sold', cost: 50 })
    await setLeadPrice(app.db, 'domestic', 5000)
    expect((await actionsOn(id)).at(-1)).toMatchObject({
      action: 'lead.mark-sold',
      before: { status: 'buy' },
      after: { status: 'sold' },
    })
    const refused = await buy(id)
    expect([refused.status, refused.message]).toEqual([409, 'Lead already sold'])
  })

  it('is final: it cannot be repeated or undone', async () => {
    const outside = await makeLead(app.db)
    await update(outside, { satatus: 'sold' })
    const bought = await makeLead(app.db)
    await buy(bought)
    const forSale = await makeLead(app.db)
    for (const id of [outside, bought]) {
      const again = await update(id, { satatus: 'sold' })
      expect([again.status, again.code]).toEqual([409, 'LEAD_ALREADY_SOLD'])
    }
    for (const id of [outside, bought, forSale]) {
      const back = await update(id, { satatus: 'buy' })
      expect([back.status, back.code]).toEqual([409, 'LEAD_NOT_REOPENED'])
    }
  })

  it('by two admins at once succeeds once', async () => {
    const id = await makeLead(app.db)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => update(id, { satatus: 'sold' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await actionsOn(id)).toHaveLength(1)
  })
})

describe('deleting a lead', () => {
  it('removes it from every list and count, for sale or sold, and keeps the buyer’s purchase', async () => {
    const city = uniqueText()
    const forSale = await makeLead(app.db, { city })
    const bought = await makeLead(app.db, { city, phone: '+919000055555' })
    await buy(bought)
    const figures = async () => {
      const all = (await app.as(agent).call(listLeads, { query: {} })).data.totalLeads
      const sold = (await app.as(agent).call(listLeads, { query: { satatus: 'sold' } })).data
        .totalLeads
      const here = (await app.as(admin).call(listLeads, { query: { city } })).data.totalLeads
      return { all, sold, here }
    }
    const before = await figures()
    expect(before.here).toBe(2)
    for (const id of [forSale, bought]) {
      const answer = await remove(id)
      expect([answer.status, answer.message]).toEqual([200, 'Lead deleted.'])
      expect((await actionsOn(id)).at(-1)).toMatchObject({
        actor_id: admin.id,
        action: 'lead.delete',
        before: { id, city },
        after: null,
      })
    }
    expect(await figures()).toEqual({ all: before.all - 2, sold: before.sold - 1, here: 0 })
    for (const viewer of [agent, admin]) {
      const { data } = await app.as(viewer).call(getUserLead, { params: { userId: agent.id } })
      expect(data.find(({ lead }) => lead._id === bought)).toMatchObject({
        cost: 50,
        lead: { city, phone: '+919000055555', satatus: 'sold' },
      })
    }
  })

  it('succeeds once; the lead can then not be bought, edited or sold', async () => {
    const id = await makeLead(app.db)
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(404)])
    expect(await actionsOn(id)).toHaveLength(1)
    const answer = await buy(id)
    expect([answer.status, answer.message]).toEqual([404, 'Lead not found'])
  })
})
