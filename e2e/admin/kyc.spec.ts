import { admin } from '../support/api.ts'
import { expect, statusError, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test('a decision on a KYC that has changed is asked again with what changed, and keeps the reason', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent({ name: `Asker ${uniqueText()}` })
  await api.uploadKyc(agent, 'pan.png')
  await signIn(admin)
  await page.goto('/dashboard/kyc?sort=-submittedAt')
  const item = page
    .getByRole('list', { name: 'KYC documents' })
    .getByRole('listitem')
    .filter({ hasText: agent.name })
  await item.getByRole('button', { name: /^Reject / }).click()
  const question = page.getByRole('dialog', { name: 'Reject KYC' })
  await question.getByLabel('Reason').selectOption({ label: 'The document cannot be read' })
  await question.getByLabel('Note to the agent').fill('Page 2 is dark.')

  await api.uploadKyc(agent, 'better.png')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(question.getByText('This KYC has changed since you opened it.')).toBeVisible()
  await expect(question.getByRole('list', { name: 'Changes' })).toHaveText(
    'New document: better.png',
  )
  await question.getByRole('button', { name: 'Open KYC document' }).click()
  await expect(question.getByRole('img', { name: 'KYC document better.png' })).toBeVisible()
  await expect(question.getByLabel('Note to the agent')).toHaveValue('Page 2 is dark.')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('KYC rejected.')).toBeVisible()
  await expect(question).toBeHidden()
  const { data } = await api.as<{ status: string; reason: unknown }>(agent, 'get', '/api/kyc/own')
  expect(data).toMatchObject({
    status: 'rejected',
    reason: { code: 'unreadable', text: 'Page 2 is dark.' },
  })
})
