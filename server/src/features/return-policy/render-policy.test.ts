import { changeReturnPolicy, listReturnPolicies, termsOf } from '@raahi/contract/return-policy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createPolicyHtml } from './render-policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('shows the policy in force, and a change at once', async () => {
  const admin = await makeAdmin(app.db)
  const readHtml = createPolicyHtml(app.database, app.app.log)
  const [policy] = (await app.as(admin).call(listReturnPolicies)).data
  if (!policy) throw new Error('the policy is missing')
  const html = await readHtml()
  expect(html).toContain(`<h3>${policy.reportDays} days to report</h3>`)
  expect(html).toContain(`<h3>${policy.decideHours} hours to decide</h3>`)
  const terms = { ...termsOf(policy), reportDays: 1, decideHours: 71, maxReturnPercent: 33 }
  await app.as(admin).call(changeReturnPolicy, { body: { ...terms, version: policy.version } })
  const changed = await readHtml()
  expect(changed).toContain('<h3>1 day to report</h3>')
  expect(changed).toContain('<h3>71 hours to decide</h3>')
  expect(changed).toContain('<h3>Above 33% returns, checks do not decide</h3>')
})
