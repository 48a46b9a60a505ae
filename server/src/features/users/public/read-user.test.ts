import { getUserById } from '@raahi/contract/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePlan,
} from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('shows agents their account, with the wallet in rupees', async () => {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1234_56)
  const { data } = await app.as(agent).call(getUserById, { params: { id: agent.id } })
  expect(data).toMatchObject({ _id: agent.id, email: agent.email, wallet: 1234.56 })
})

it('shows the plan in use: the one that ends soonest', async () => {
  const agent = await makeAgent(app.db)
  const read = async () =>
    (await app.as(agent).call(getUserById, { params: { id: agent.id } })).data.plan
  expect(await read()).toBeNull()
  for (const [name, validity_days] of [
    ['Long', 60],
    ['Short', 10],
  ] as const) {
    const plan = await makePlan(app.db, { name, validity_days, price_paise: 499_50 })
    await givePlan(app.database, agent.id, plan)
  }
  expect(await read()).toEqual({ planName: 'Short', price: 499.5 })
})

it('gives the same response for another agent, an admin and an unknown id', async () => {
  const agent = await makeAgent(app.db)
  const others = [
    (await makeAgent(app.db)).id,
    (await makeAdmin(app.db)).id,
    '01890000-0000-7000-8000-000000000000',
  ]
  const answers = []
  for (const id of others) answers.push(await app.as(agent).call(getUserById, { params: { id } }))
  for (const { status, text } of answers) {
    expect(status).toBe(404)
    expect(text).toBe(answers[0]?.text)
  }
})

it('shows any user to an admin; an admin has no wallet', async () => {
  const admin = await makeAdmin(app.db, { phone: null })
  const agent = await makeAgent(app.db)
  const seen = await app.as(admin).call(getUserById, { params: { id: agent.id } })
  expect(seen.data).toMatchObject({ _id: agent.id, role: 'user' })
  const self = await app.as(admin).call(getUserById, { params: { id: admin.id } })
  expect(self.data).toMatchObject({ role: 'admin', wallet: 0, phone: '', kyc: null })
})

it('shows an admin to other admins with the right settings only', async () => {
  const admin = await makeAdmin(app.db)
  const clerk = await makeAdmin(app.db, { rights: ['agents'] })
  const read = (by: MadeUser, { id }: MadeUser) => app.as(by).call(getUserById, { params: { id } })
  expect((await read(clerk, admin)).code).toBe('FORBIDDEN')
  expect((await read(clerk, clerk)).status).toBe(200)
  expect((await read(admin, clerk)).status).toBe(200)
})

it('rejects an invalid id and an anonymous caller', async () => {
  const agent = await makeAgent(app.db)
  expect((await app.as(agent).call(getUserById, { params: { id: '1' } })).status).toBe(400)
  expect((await app.call(getUserById, { params: { id: agent.id } })).status).toBe(401)
})
