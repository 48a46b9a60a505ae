import { expect, statusError, test } from '../support/test.ts'

test('an agent creates a key, reads a purchase with it, sees its use, and revokes it', async ({
  page,
  request,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(400)) // The wrong password.
  const agent = await api.makeAgent({ wallet: 1000 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await signIn(agent)
  await page.goto('/dashboard')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'API Keys' })
    .click()
  await page.getByText('No key yet.').waitFor()
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await expect(form.getByText('purchases:read')).toBeVisible()
  await form.getByLabel('Name').fill('CRM server')
  await form.getByLabel('Your password').fill('Wrong@12345')
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByText('This is not your current password.').first()).toBeVisible()
  await form.getByLabel('Your password').fill(agent.password)
  await form.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'New key' })
  const key = await shown.getByLabel('Key', { exact: true }).inputValue()
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('list', { name: 'Keys' })).toContainText('Never used')

  const read = () =>
    request.get('/api/purchases/feed', { headers: { authorization: `Bearer ${key}` } })
  const { data } = await (await read()).json()
  expect(data.purchases).toMatchObject([{ lead: { leadId: lead.leadId, phone: lead.phone } }])
  await page.reload()
  await expect(page.getByRole('list', { name: 'Keys' })).toContainText('Last used')

  await page.getByRole('button', { name: 'Revoke CRM server' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this key?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No key yet.')).toBeVisible()
  const ended = await read()
  expect([ended.status(), (await ended.json()).code]).toEqual([401, 'KEY_ENDED'])
})
