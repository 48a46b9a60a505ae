import type { Page } from '@playwright/test'
import { admin } from '../support/api.ts'
import { ClickCounter } from '../support/click-counter.ts'
import { expect, statusError, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

/** Leaves only the documents of these agents in the list, because other tests upload documents at the same time. */
async function showOnly(page: Page, names: string[]) {
  await page.route('**/api/kyc?*', async (route) => {
    const response = await route.fetch()
    const json: { data: { docs: { user: { name: string } }[] } } = await response.json()
    json.data.docs = json.data.docs.filter(({ user }) => names.includes(user.name))
    await route.fulfill({ json })
  })
}

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
  const row = page
    .getByRole('list', { name: 'KYC documents' })
    .getByRole('listitem')
    .filter({ hasText: agent.name })
  await row.getByRole('button').click()
  const detail = page.getByRole('article').filter({ hasText: agent.name })
  await detail.getByRole('button', { name: /^Reject / }).click()
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

test('two documents are approved with two clicks besides opening them, each beside its facts', async ({
  page,
  api,
  signIn,
}) => {
  const names = [`Clear ${uniqueText()}`, `Clear ${uniqueText()}`]
  for (const name of names) await api.uploadKyc(await api.makeAgent({ name }), 'pan.png')
  await showOnly(page, names)
  await signIn(admin)
  const opened: string[] = []
  page.on('request', (request) => {
    if (/\/users\/[^/]+\/kyc$/.test(request.url())) opened.push(request.url())
  })
  await page.goto('/dashboard/kyc?sort=-submittedAt')
  const counter = new ClickCounter()
  const rows = page.getByRole('list', { name: 'KYC documents' }).getByRole('listitem')
  const row = (name: string) => rows.filter({ hasText: name })
  await expect(row(names[1] ?? '')).toBeVisible()
  expect(opened, 'nothing is opened, and so nothing is logged, before a click').toEqual([])
  // Another test may upload a newer document, so the first one is chosen. The second takes its place.
  await row(names[1] ?? '')
    .getByRole('button')
    .click()
  for (const name of names.toReversed()) {
    const detail = page.getByRole('article').filter({ hasText: name })
    await detail.getByRole('button', { name: 'Open KYC document' }).click()
    await expect(detail.getByRole('img', { name: 'KYC document pan.png' })).toBeVisible()
    await expect(detail).toContainText('Approving makes it a Verified agency.')
    await counter.click(detail.getByRole('button', { name: /^Approve/ }))
    await expect(row(name)).toHaveCount(0)
  }
  expect(counter.clicks).toBe(2)
  expect(opened).toHaveLength(2)
})

test('the keys move through the documents, open one and approve it; without opening it, an approval asks', async ({
  page,
  api,
  signIn,
}) => {
  const names = [`Keyed ${uniqueText()}`, `Keyed ${uniqueText()}`]
  for (const name of names) await api.uploadKyc(await api.makeAgent({ name }), 'pan.png')
  await showOnly(page, names)
  await signIn(admin)
  await page.goto('/dashboard/kyc?sort=-submittedAt')
  const detail = (name: string) => page.getByRole('article').filter({ hasText: name })
  const newest = page.getByRole('listitem').filter({ hasText: names[1] ?? '' })
  await newest.getByRole('button').click()
  await page.keyboard.press('j')
  await expect(detail(names[0] ?? '')).toBeVisible()
  await page.keyboard.press('a')
  const question = page.getByRole('dialog', { name: 'Approve KYC' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.keyboard.press('o')
  await expect(detail(names[0] ?? '').getByRole('img')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('listitem').filter({ hasText: names[0] ?? '' })).toHaveCount(0)
})

test('on a phone a document opens below its row', async ({ page, api, signIn }) => {
  const name = `Phone ${uniqueText()}`
  await api.uploadKyc(await api.makeAgent({ name }), 'pan.png')
  await showOnly(page, [name])
  await signIn(admin)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/dashboard/kyc?sort=-submittedAt')
  const row = page.getByRole('listitem').filter({ hasText: name })
  const toggle = row.getByRole('button', { expanded: false })
  await expect(page.getByRole('article')).toHaveCount(0)
  await toggle.click()
  await expect(row.getByRole('article')).toContainText('GSTIN')
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeInViewport()
})
