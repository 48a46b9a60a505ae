import { randomInt } from 'node:crypto'
import { admin } from '../support/api.ts'
import { expect, statusError, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

test('an admin connects a program with a key, sees its enquiry arrive, and revokes the key', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(statusError(400)) // The wrong password.
  const name = `Partner ${uniqueText()}`
  await page.goto('/dashboard/sources')
  await page.getByRole('button', { name: 'Add Source' }).click()
  const form = page.getByRole('dialog', { name: 'Add Source' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Add Source' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Create a key' }).click()
  const newKey = page.getByRole('dialog', { name: 'Create a key' })
  await newKey.getByLabel('Name').fill('CRM server')
  await newKey.getByLabel('Your password').fill('Wrong@12345')
  await newKey.getByRole('button', { name: 'Create key' }).click()
  await expect(newKey.getByText('This is not your current password.').first()).toBeVisible()
  await newKey.getByLabel('Your password').fill(admin.password)
  await newKey.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'New key' })
  const key = await shown.getByLabel('Key', { exact: true }).inputValue()
  expect(key).toMatch(/^rk_[0-9A-Za-z]{43}$/)
  await shown.getByRole('button', { name: 'I have saved it' }).click()

  const send = (phone: string) =>
    request.post('/api/intake/leads', {
      headers: { authorization: `Bearer ${key}` },
      data: {
        externalId: `crm-${uniqueText()}`,
        name: 'Meera Iyer',
        phone,
        extra: { 'Which hotel?': 'Four stars' },
        consent: { text: 'Call me.', at: '2026-11-01T10:00:00+05:30' },
      },
    })
  expect((await send(`+916${randomInt(100_000_000, 999_999_999)}`)).status()).toBe(201)
  expect((await send('12')).status()).toBe(400)
  const arrivals = page.getByRole('list', { name: 'Last arrivals' }).getByRole('listitem')
  await expect(arrivals).toHaveText([/Refused.*Wrong fields: Phone number/, /Received.*RQ-/])

  await page.getByRole('button', { name: 'Revoke CRM server' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke this key?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('list', { name: 'Keys' })).toBeHidden()
  expect((await send('+919876543210')).status()).toBe(401)

  await arrivals.getByRole('link', { name: /^RQ-/ }).click()
  await expect(page.getByRole('article').getByText('Four stars')).toBeVisible()
  await page.getByRole('article').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('an admin connects Google Ads, maps a question, and enters a cost', async ({
  page,
  request,
}) => {
  const name = `Goa ads ${uniqueText()}`
  await page.goto('/dashboard/sources')
  await page.getByRole('button', { name: 'Add Source' }).click()
  const form = page.getByRole('dialog', { name: 'Add Source' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Kind').selectOption('Google Ads')
  await form.getByLabel('Your password').fill(admin.password)
  await form.getByRole('button', { name: 'Add Source' }).click()
  const shown = page.getByRole('dialog', { name: 'Key of the webhook' })
  const google_key = await shown.getByLabel('Key', { exact: true }).inputValue()
  await shown.getByRole('button', { name: 'I have saved it' }).click()

  const url = await page.getByLabel('Webhook URL', { exact: true }).inputValue()
  const send = (is_test: boolean) =>
    request.post(url, {
      data: {
        lead_id: `lead-${uniqueText()}`,
        google_key,
        is_test,
        user_column_data: [
          { column_id: 'FULL_NAME', string_value: 'Meera Iyer' },
          {
            column_id: 'PHONE_NUMBER',
            string_value: `+916${randomInt(100_000_000, 999_999_999)}`,
          },
          { column_id: 'where_to', column_name: 'Where to?', string_value: 'Kerala' },
        ],
      },
    })
  expect(await (await send(true)).json()).toEqual({})
  const arrivals = page.getByRole('list', { name: 'Last arrivals' }).getByRole('listitem')
  await expect(arrivals).toHaveText([/Test/])
  await send(false)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByLabel('Where to?').selectOption('Destination')
  await saved
  await expect(page.getByLabel('Where to?')).toHaveValue('destination')
  await send(false)
  await expect(arrivals).toHaveText([/Received/, /Received/, /Test/])

  const costs = page.getByRole('form', { name: 'Costs' })
  await costs.getByLabel('Cost of the day').fill('500')
  await costs.getByRole('button', { name: 'Save cost' }).click()
  await expect(page.getByRole('list', { name: 'Costs by day' })).toContainText('₹500')
  await page.getByRole('link', { name: 'Back to Sources' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('₹500')
})

test('an admin connects a page of Meta, and a lead of the stand-in arrives and is mapped', async ({
  page,
}) => {
  const name = `Honeymoons ${uniqueText()}`
  await page.goto('/dashboard/sources')
  await page.getByRole('button', { name: 'Add Source' }).click()
  const form = page.getByRole('dialog', { name: 'Add Source' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Kind').selectOption('Meta Ads')
  await form.getByRole('button', { name: 'Add Source' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const test = page.getByRole('button', { name: 'Send a test lead' })
  await expect(test).toBeDisabled()
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('Page ID').fill(String(randomInt(1e9, 1e10)))
  await settings.getByRole('button', { name: 'Save' }).click()
  await test.click()
  const arrivals = page.getByRole('list', { name: 'Last arrivals' }).getByRole('listitem')
  await expect(arrivals).toHaveText([/(Received|Duplicate).*RQ-/])
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByLabel('where_do_you_want_to_travel?').selectOption('Destination')
  await saved
  await test.click()
  await expect(arrivals).toHaveCount(2)

  // The stand-in has every lead, so a waiting one is added to the answer.
  const sourceAddress = /\/api\/sources\/[\da-f-]{36}(\?.*)?$/
  await page.route(sourceAddress, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.meta.waiting = 1
    await route.fulfill({ response, json })
  })
  const again = page.getByRole('button', { name: 'Fetch again' })
  await again.click()
  await expect(page.getByText('Raahi fetches them again.')).toBeVisible()
  await expect(again).toBeFocused()
  await page.unroute(sourceAddress)
  await expect(page.getByText('All leads have been fetched.')).toBeVisible()
  await expect(again).toBeFocused()
})
