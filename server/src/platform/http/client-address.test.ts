import { login } from '@raahi/contract/auth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Config } from '../../config/index.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const neighbour = '203.0.113.7'
const lastProxyWrote = '192.0.2.9'
const senderWrote = '198.51.100.1'

/** The address whose attempts a login is counted under. */
async function countedAddress(trustProxy: Config['trustProxy']): Promise<string[]> {
  const { pool } = app.database
  await pool.query('delete from rate_limits')
  const deployed = await app.another({ trial: false, trustProxy })
  await deployed.call(login, {
    body: { emailOrPhone: 'a@b.example', password: 'x' },
    headers: { 'x-forwarded-for': `${senderWrote}, ${lastProxyWrote}` },
    remoteAddress: neighbour,
  })
  await deployed.close()
  const { rows } = await pool.query<{ key: string }>(
    `select key from rate_limits where key like '% from %'`,
  )
  return rows.map(({ key }) => key.split(' from ')[1] ?? '')
}

it.each<[trustProxy: Config['trustProxy'], client: string]>([
  [false, neighbour],
  [1, lastProxyWrote],
  [2, senderWrote],
  [['203.0.113.0/24'], lastProxyWrote],
  [['10.0.0.0/8'], neighbour],
])(
  'with TRUST_PROXY %j a client cannot choose its address beyond the proxies',
  async (trustProxy, client) => {
    expect(await countedAddress(trustProxy)).toEqual([client])
  },
)
