import { changeSettings, getSettings } from '@raahi/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

it('settings can be changed by an admin who has seen the latest version, and a repeated change records nothing', async () => {
  const { version } = (await app.as(admin).call(getSettings)).data
  const change = (of: number, buyingNeedsKyc: boolean) =>
    app.as(admin).call(changeSettings, { body: { version: of, buyingNeedsKyc } })
  expect((await change(version, false)).data.version).toBe(version)
  expect((await change(version, true)).data).toMatchObject({
    version: version + 1,
    buyingNeedsKyc: true,
    changed: { by: { name: admin.name } },
  })
  expect((await change(version, false)).code).toBe('SETTINGS_CHANGED')
})

it('the email of the accountant is changed without the switches, and recorded', async () => {
  const { version, buyingNeedsKyc } = (await app.as(admin).call(getSettings)).data
  const change = (of: number, accountantEmail: string) =>
    app.as(admin).call(changeSettings, { body: { version: of, accountantEmail } })
  expect((await change(version, 'accounts@example.com')).data).toMatchObject({ buyingNeedsKyc })
  expect((await change(version + 1, ' ')).data.accountantEmail).toBeNull()
  const entries = await findActions(app.db, '00000000-0000-0000-0000-00000000005e')
  expect(entries.slice(-2).map(({ before, after }) => [before, after])).toEqual([
    [
      { version, buyingNeedsKyc, accountantEmail: null },
      { version: version + 1, buyingNeedsKyc, accountantEmail: 'accounts@example.com' },
    ],
    [
      { version: version + 1, buyingNeedsKyc, accountantEmail: 'accounts@example.com' },
      { version: version + 2, buyingNeedsKyc, accountantEmail: null },
    ],
  ])
})
