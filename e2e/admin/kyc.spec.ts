import { admin } from '../support/api.ts'
import { ClickCounter } from '../support/click-counter.ts'
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

test('two documents are opened and approved in four clicks, each beside its facts', async ({
  page,
  api,
  signIn,
}) => {
  const names = [`Clear ${uniqueText()}`, `Clear ${uniqueText()}`]
  for (const name of names) await api.uploadKyc(await api.makeAgent({ name }), 'pan.png')
  await signIn(admin)
  const opened: string[] = []
  page.on('request', (request) => {
    if (/\/users\/[^/]+\/kyc$/.test(request.url())) opened.push(request.url())
  })
  await page.goto('/dashboard/kyc?sort=-submittedAt')
  const counter = new ClickCounter()
  const items = page.getByRole('list', { name: 'KYC documents' }).getByRole('listitem')
  await expect(items.filter({ hasText: names[1] ?? '' })).toBeVisible()
  expect(opened, 'nothing is opened, and so nothing is logged, before a click').toEqual([])
  for (const name of names) {
    const item = items.filter({ hasText: name })
    await counter.click(item.getByRole('button', { name: 'Open KYC document' }))
    await expect(item.getByRole('img', { name: 'KYC document pan.png' })).toBeVisible()
    await expect(item).toContainText('Approving makes it a Verified agency.')
    await counter.click(item.getByRole('button', { name: /^Approve/ }))
    await expect(item).toHaveCount(0)
  }
  expect(counter.clicks).toBe(4)
  expect(opened).toHaveLength(2)
})
