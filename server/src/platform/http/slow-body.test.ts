import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import { endOwnSessions } from '@raahi/contract/profile'
import { updateUser } from '@raahi/contract/update-user'
import { suspendUser } from '@raahi/contract/users'
import { rechargeWallet } from '@raahi/contract/wallets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends the head of a request and half of its body, and the rest of the body when `meanwhile` is done. */
async function sendSlowly(
  endpoint: EndpointSpec,
  by: MadeUser,
  body: object,
  meanwhile: () => Promise<{ status: number }>,
): Promise<number | undefined> {
  const payload = JSON.stringify(body)
  const half = Math.floor(payload.length / 2)
  const sent = request({
    port: (app.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method: endpoint.method,
    path: endpoint.path,
    headers: {
      authorization: `Bearer ${by.token}`,
      'content-type': 'application/json',
      'content-length': payload.length,
    },
  })
  sent.write(payload.slice(0, half))
  await sleep(300) // By now the head has arrived and access was checked.
  expect((await meanwhile()).status).toBe(200)
  sent.end(payload.slice(half))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

async function readUser(user: MadeUser) {
  return app.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.id')
    .select(['email', 'balance_paise as balancePaise'])
    .where('users.id', '=', user.id)
    .executeTakeFirstOrThrow()
}

test('a request that began before its session ended changes nothing', async () => {
  const agent = await makeAgent(app.db)
  const change = { name: agent.name, email: `thief-of-${agent.email}` }
  const status = await sendSlowly(updateUser, agent, change, () =>
    app.as(agent).call(endOwnSessions),
  )
  expect(status).toBe(401)
  expect((await readUser(agent)).email).toBe(agent.email)
})

test('a suspended admin moves no money through a request that began before', async () => {
  const agent = await makeAgent(app.db)
  const former = await makeAdmin(app.db)
  const status = await sendSlowly(rechargeWallet, former, { userId: agent.id, amount: 500 }, () =>
    app
      .as(admin)
      .call(suspendUser, { params: { userId: former.id }, query: { status: 'suspended' } }),
  )
  expect(status).toBe(401)
  expect((await readUser(agent)).balancePaise).toBe(0)
})

test('a slow connection is accepted', async () => {
  const agent = await makeAgent(app.db)
  const status = await sendSlowly(rechargeWallet, admin, { userId: agent.id, amount: 500 }, () =>
    Promise.resolve({ status: 200 }),
  )
  expect(status).toBe(200)
  expect((await readUser(agent)).balancePaise).toBe(50_000)
})
