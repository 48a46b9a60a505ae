import { startWebhookReceiver, verify } from '../../server/src/testing/webhooks.ts'
import { expect, test } from '../support/test.ts'

test('an agent adds a webhook, sees the answer to a test, receives a purchase, and pauses, changes and deletes it', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const receiver = await startWebhookReceiver()
  receiver.answerWith(503, 'We are being updated.')
  const agent = await api.makeAgent({ wallet: 1000 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(agent)
  await page.goto('/dashboard/webhooks')
  await page.getByText('No webhook yet.').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add webhook' })
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByText('Enter an address that begins with https://')).toBeVisible()
  await expect(form.getByText('Choose at least one event.')).toBeVisible()
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('Description').fill('Our CRM')
  await form.getByRole('checkbox', { name: 'lead.purchased' }).check()
  await form.getByLabel('Your password').fill(agent.password)
  await form.getByRole('button', { name: 'Add webhook' }).click()

  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Copy secret' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  const webhook = page
    .getByRole('list', { name: 'Webhooks' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name: 'Our CRM' }),
    })
  await expect(webhook.getByText('Nothing delivered yet')).toBeVisible()

  await webhook.getByRole('button', { name: 'Send a test to Our CRM' }).click()
  const log = page.getByRole('dialog', { name: /^Deliveries to 127\.0\.0\.1/ })
  const tested = log.getByRole('listitem').filter({ hasText: 'webhook.test' })
  // It is sent again every few seconds.
  await tested.getByText(/^\d attempts?: Status 503/).click()
  await expect(tested.getByText('We are being updated.').first()).toBeVisible()
  receiver.answerWith(200, 'Thank you.')
  await tested.getByRole('button', { name: 'Send again: webhook.test' }).click()
  await expect(tested.getByText('Delivered')).toBeVisible()
  await log.getByRole('button', { name: 'Close' }).click()

  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await expect.poll(() => receiver.received.at(-1)?.body.type).toBe('lead.purchased')
  const message = receiver.received.at(-1)
  if (!message) throw new Error('nothing was received')
  verify(secret, message)
  expect(message.body.data).toMatchObject({ lead: { leadId: lead.leadId, phone: lead.phone } })

  await webhook.getByRole('button', { name: 'Pause Our CRM' }).click()
  await expect(webhook.getByText('New events are kept for 30 days')).toBeVisible()
  await webhook.getByRole('button', { name: 'Resume Our CRM' }).click()
  await webhook.getByRole('button', { name: 'Edit Our CRM' }).click()
  const change = page.getByRole('dialog', { name: 'Edit webhook' })
  await expect(change.getByLabel('Your password')).toBeHidden()
  await change.getByLabel('Address').fill('https://example.com/raahi')
  await change.getByLabel('Your password').fill(agent.password)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(webhook.getByText('https://example.com/raahi')).toBeVisible()

  await webhook.getByRole('button', { name: 'More actions for Our CRM' }).click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Make new secret' }).click()
  await expect(shown.locator('code')).not.toHaveText(secret)
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  await expect(webhook.getByText('The former secret is valid until')).toBeVisible()
  await webhook.getByRole('button', { name: 'More actions for Our CRM' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhook yet.')).toBeVisible()
  await receiver.close()
})
