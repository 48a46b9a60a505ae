import { createOrderPlan, getOrder, verifyPayment } from '@raahi/contract/payments'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectWholeBooks } from '../testing/books.ts'
import { makeAgent, makePlan } from '../testing/factories.ts'
import { openGateway, type TestGateway } from '../testing/gateway.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let gateway: TestGateway
beforeAll(async () => {
  app = await createTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  gateway = openGateway(app)
})
afterAll(async () => {
  await expectWholeBooks(app.database)
  await app.close()
})

it('grants a plan that was ordered and paid', async () => {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  const { data: order } = await app.as(agent).call(createOrderPlan, { body: { planId: plan.id } })
  const orderId = order.orderId ?? ''
  const { data } = await app.as(agent).call(verifyPayment, { body: await gateway.pay(orderId) })
  expect(data).toMatchObject({ orderId, status: 'paid', subscription: { plan: plan.id } })
  expect((await app.as(agent).call(getOrder, { params: { orderId } })).data).toEqual(data)
})
