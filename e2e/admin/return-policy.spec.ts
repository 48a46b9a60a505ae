import { type ReturnPolicy, termsOf } from '@raahi/contract/return-policy'
import { admin } from '../support/api.ts'
import { expect, statusError, test } from '../support/test.ts'

test('a change by another admin is shown, keeps the typed terms, and is replaced on request', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  await signIn(admin)
  await page.goto('/dashboard/return-policy')
  const hours = page.getByLabel('Hours to decide')
  await hours.fill('47')
  await expect(page.getByText('in the last 90 days')).toBeVisible()
  const { data: versions } = await api.asAdmin<ReturnPolicy[]>('get', '/api/returnPolicy')
  const [present] = versions
  if (!present) throw new Error('the first return policy is missing')
  const { version } = present
  await page.getByRole('button', { name: `Save as version ${version + 1}` }).click()
  const question = page.getByRole('dialog', { name: `Save version ${version + 1}?` })
  const body = { version, ...termsOf(present), decideHours: 46 }
  await api.asAdmin('put', '/api/returnPolicy', body)
  // The form reads the newer version while the question is open, which must not overwrite it.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Another admin has saved new terms')).toBeAttached()
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Another admin has changed the return policy in the meantime.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Another admin has saved new terms')).toBeVisible()
  await expect(hours).toHaveValue('47')

  await page.getByRole('button', { name: `Save as version ${version + 2}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Return policy saved.')).toBeVisible()
  await expect(page.getByText(`Version ${version + 2}, in force`)).toBeVisible()
  await expect(page.getByText('Another admin has saved new terms')).toBeHidden()
  await expect(hours).toHaveValue('47')
})
