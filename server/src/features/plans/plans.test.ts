import { createPlan, deletePlan, listPlans, updatePlan } from '@raahi/contract/plans'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MadeUser, makeAdmin, makeAgent, makePlan } from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('plans').execute()
})

const form = (fields: object = {}) => ({
  planId: uniqueText(),
  planName: 'Explorer',
  price: 499.5,
  description: 'For agents who begin.\nTen leads a month.',
  validity: 30,
  planType: 'both',
  numberOfLeads: 10,
  ...fields,
})
const add = (fields: object = {}) => app.as(admin).call(createPlan, { body: form(fields) })
const change = (id: string, body: object) =>
  app.as(admin).call(updatePlan, { params: { id }, body })
const remove = (id: string) => app.as(admin).call(deletePlan, { params: { id } })
const list = async () => (await app.as(agent).call(listPlans)).data

const actionsOn = (subjectId: string) => findActions(app.db, subjectId)

describe('the catalogue', () => {
  it('lists the plans on sale to every signed-in user, cheapest first', async () => {
    for (const price of [900, 0, 100.5, 1_000_000]) await add({ price })
    const { data: gone } = await add({ price: 1 })
    await remove(gone._id)
    expect((await list()).map(({ price }) => price)).toEqual([0, 100.5, 900, 1_000_000])
    expect((await app.as(admin).call(listPlans)).data).toEqual(await list())
  })

  it('stores a new plan and the admin who added it', async () => {
    const body = form()
    const answer = await app.as(admin).call(createPlan, { body })
    expect([answer.status, answer.message, answer.data]).toEqual([
      200,
      'Plan added.',
      { _id: expect.any(String), ...body },
    ])
    expect(await list()).toEqual([answer.data])
    expect(await actionsOn(answer.data._id)).toEqual([
      {
        actor_id: admin.id,
        action: 'plan.create',
        before: null,
        after: expect.objectContaining({ plan_id: body.planId, price_paise: 49_950 }),
        request_id: expect.any(String),
      },
    ])
  })

  it('parses the validity as days and a planId as text; a plan is domestic by default', async () => {
    const { planType: _, ...body } = form({ validity: '45 days', planId: 7 })
    const { data } = await app.as(admin).call(createPlan, { body })
    expect(data).toMatchObject({ validity: 45, planId: '7', planType: 'domestic' })
    expect((await add({ validity: ' 1 Day ' })).data.validity).toBe(1)
  })

  it('reports the errors of all fields together', async () => {
    const answer = await app.as(admin).call(createPlan, {
      body: { planId: ' ', planName: '', price: -1, validity: 'long', planType: 'all' },
    })
    expect([answer.status, answer.fieldErrors]).toEqual([
      400,
      {
        planId: 'Plan ID is required.',
        planName: 'Plan name is required.',
        price: 'Enter a price of 0 or more.',
        description: 'Description is required.',
        validity: 'Enter the validity in days, 1 or more.',
        planType: 'Choose domestic, international or both.',
        numberOfLeads: 'Enter the number of leads, 1 or more.',
      },
    ])
    for (const fields of [
      { price: 0.5 },
      { price: 0.99 },
      { price: 10.001 },
      { price: 1_000_000.01 },
      { price: '500' },
      { validity: 0 },
      { validity: 1.5 },
      { validity: '0 days' },
      { validity: 3651 },
      { numberOfLeads: 0 },
      { numberOfLeads: 2.5 },
      { numberOfLeads: 100_001 },
      { description: 'bell \u0007' },
      { status: true },
    ]) {
      expect((await add(fields)).status, JSON.stringify(fields)).toBe(400)
    }
    expect(await list()).toEqual([])
  })

  it('changes a plan; absent fields keep their values', async () => {
    const { data: plan } = await add()
    const body = { planName: 'Voyager', price: 1, validity: 60, numberOfLeads: 25 }
    const answer = await change(plan._id, body)
    expect([answer.status, answer.message, answer.data]).toEqual([
      200,
      'Plan updated.',
      { ...plan, ...body },
    ])
    const blank = await change(plan._id, { ...body, description: ' ', planType: 'domestic' })
    expect(blank.data).toMatchObject({ description: '', planType: 'domestic' })
    expect(await list()).toEqual([blank.data])
    expect((await actionsOn(plan._id))[1]).toMatchObject({
      actor_id: admin.id,
      action: 'plan.update',
      before: { name: 'Explorer', price_paise: 49_950, validity_days: 30, lead_quota: 10 },
      after: { name: 'Voyager', price_paise: 100, validity_days: 60, lead_quota: 25 },
    })
    expect((await change(plan._id, { price: 1 })).status).toBe(400)
  })

  it('rejects a change by an admin who saw an earlier version', async () => {
    const { data: plan } = await add()
    const { _id, ...expected } = plan
    const body = { planName: 'Voyager', price: 1, validity: 60, numberOfLeads: 25, expected }
    const answers = await Promise.all([
      change(_id, body),
      change(_id, { ...body, planName: 'Sailor' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('PLAN_CHANGED')
    const [present] = await list()
    expect(present).toEqual(answers.find(({ status }) => status === 200)?.data)
    expect(await actionsOn(_id)).toHaveLength(2)
    for (const field of Object.keys(expected)) {
      const { _id: _, ...seen } = { ...present, [field]: plan[field as keyof typeof plan] }
      const isOther = present?.[field as keyof typeof plan] !== plan[field as keyof typeof plan]
      const answer = await change(_id, { ...body, ...present, _id: undefined, expected: seen })
      expect(answer.status, field).toBe(isOther ? 409 : 200)
    }
    expect((await change(_id, { ...body, expected: { ...expected, satatus: 'buy' } })).status).toBe(
      400,
    )
  })

  it('has each planId once, regardless of case, and can reuse the planId of a deleted plan', async () => {
    const { data: first } = await add({ planId: 'Gold-1' })
    const { data: second } = await add()
    for (const answer of [
      await add({ planId: 'gold-1' }),
      await change(second._id, form({ planId: 'GOLD-1' })),
    ]) {
      expect([answer.status, answer.code]).toEqual([409, 'PLAN_ID_TAKEN'])
    }
    expect((await change(first._id, form({ planId: 'gold-1' }))).status).toBe(200)
    await remove(first._id)
    expect((await add({ planId: 'gold-1' })).status).toBe(200)
  })

  it('accepts one of many concurrent plans with the same planId', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ planId: 'one' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await list()).toHaveLength(1)
  })

  it('deletes a plan once and keeps its row', async () => {
    const { data: plan } = await add()
    const answer = await remove(plan._id)
    expect([answer.status, answer.message]).toEqual([200, 'Plan deleted.'])
    expect(await list()).toEqual([])
    for (const again of [
      await remove(plan._id),
      await change(plan._id, form()),
      await change(agent.id, form()),
    ]) {
      expect([again.status, again.code]).toEqual([404, 'PLAN_NOT_FOUND'])
    }
    expect((await actionsOn(plan._id)).at(-1)).toMatchObject({
      action: 'plan.delete',
      before: { name: 'Explorer' },
      after: null,
    })
    const rows = await app.db.selectFrom('plans').select('deleted_at').execute()
    expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
  })

  it('applies changes one after the other: each state before in the log is the previous state after', async () => {
    const { id } = await makePlan(app.db)
    await Promise.all(
      Array.from({ length: 8 }, (_, price) =>
        change(id, form({ price: price + 1, planId: 'same' })),
      ),
    )
    const [first, ...rest] = await actionsOn(id)
    let before = first?.after
    for (const action of rest) {
      expect(action.before).toEqual(before)
      before = action.after
    }
    expect(rest).toHaveLength(7)
  })
})
