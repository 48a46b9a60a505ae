import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Api, admin } from '../support/api.ts'
import { doubleClick } from '../support/double-click.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { openMail } from '../support/mailbox.ts'
import { expect, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

/** Sends a message as the contact form does, from a unique address. */
async function writeMessage(api: Api, message: string) {
  const written = {
    name: `Writer ${uniqueText()}`,
    email: `${randomUUID()}@mail.example.in`,
    message,
  }
  await api.asAdmin('post', '/api/contact', written)
  return written
}

/** The detail of a message, which is beside the list for the first row, or for the row that was opened. */
const item = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, level: 3 }) })

test('shows a message, links to a reply by email, and marks it as answered and open again', async ({
  page,
  api,
}) => {
  const text = 'Do you plan trips to Ladakh?\n<img src=x onerror="document.title=1">'
  const { name, email } = await writeMessage(api, text)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: /^Messages/ }).click()
  await page.getByLabel('Search').fill(name)
  await expect(page.getByRole('heading', { name: 'Waiting for a reply (1)' })).toBeVisible()
  await expect(item(page, name)).toContainText('<img src=x onerror="document.title=1">')
  await expect(page).toHaveTitle('Contact Messages · Raahi')
  const reply = item(page, name).getByRole('link', { name: `Reply by email to ${name}` })
  const address = new URL((await reply.getAttribute('href')) ?? '')
  expect([address.protocol, address.pathname]).toEqual(['mailto:', email])
  expect(address.searchParams.get('body')).toContain('> Do you plan trips to Ladakh?')

  const mark = item(page, name).getByRole('button', { name: /^Mark as answered:/ })
  await doubleClick(mark, '**/api/contact/*')
  await expect(page.getByText('Marked as answered.')).toBeVisible()
  await expect(page.getByText('No messages match the current search.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await page.getByRole('tab', { name: 'Answered' }).click()
  await expect(page).toHaveURL(/status=answered&search=Writer/)
  await expect(item(page, name)).toContainText(/Marked as answered by .+ \d\d-\d\d-\d{4}/)
  await item(page, name)
    .getByRole('button', { name: /^Mark as waiting:/ })
    .click()
  await expect(page.getByText('Marked as waiting.')).toBeVisible()
  await page.getByRole('tab', { name: 'All' }).click()
  await expect(item(page, name).getByText(/^Waiting/)).toBeVisible()
  await page.getByRole('tab', { name: /^Suspected spam/ }).click()
  await expect(page.getByText('Most of these messages are spam, some are not.')).toBeVisible()
})

test('shows a failed load or change of messages with a way to retry', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const { name } = await writeMessage(api, 'A question')
  const calls = /\/api\/contact[?/]/
  const { fail } = await holdRequests(page, calls)
  await page.goto(`/dashboard/contact-messages?search=${encodeURIComponent(name)}`)
  await expect(page.getByText('Loading messages...')).toBeVisible()
  fail()
  await expect(page.getByRole('alert')).toContainText('The messages could not be loaded.')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(item(page, name)).toBeVisible()
  await page.route(/\/api\/contact\//, (route) => route.abort())
  await item(page, name)
    .getByRole('button', { name: /^Mark as answered:/ })
    .click()
  await expect(page.getByText(/^The message could not be updated\./)).toBeVisible()
  await expect(item(page, name).getByRole('button', { name: /^Mark as answered:/ })).toBeEnabled()
})

test('answers a message in place by email, keeps the answer with it, and sends the link again', async ({
  page,
  api,
}) => {
  const { name, email } = await writeMessage(api, 'Do you plan trips to Ladakh?')
  await page.goto(`/dashboard/contact-messages?search=${encodeURIComponent(name)}`)
  await item(page, name)
    .getByRole('button', { name: `Send the link again to ${name}` })
    .click()
  await expect(
    page.getByText('If this email has an enquiry, its link is on its way.'),
  ).toBeVisible()

  await item(page, name)
    .getByRole('button', { name: `Answer ${name}` })
    .click()
  const form = page.getByRole('form', { name: `Answer to ${name}` })
  await expect(form.getByLabel('Answer')).toBeFocused()
  await form.getByRole('button', { name: 'Send answer' }).click()
  await expect(form.getByText('Write an answer.')).toBeVisible()
  await form.getByLabel('Answer').fill('Yes, in May and in June.')
  await form.getByLabel('Make an enquiry').check()
  await form.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answer sent.')).toBeVisible()
  await expect(page.getByText('No messages match the current search.')).toBeVisible()
  await page.getByRole('tab', { name: 'Answered' }).click()
  await expect(item(page, name)).toContainText('Yes, in May and in June.')
  await expect(item(page, name)).toContainText(/Answered by .+ \d\d-\d\d-\d{4}/)
  await openMail(page, email, 'Our answer to your message')
  const mail = page.frameLocator('iframe')
  await expect(
    mail.getByRole('paragraph').filter({ hasText: 'Yes, in May and in June.' }),
  ).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Make an enquiry' })).toHaveAttribute(
    'href',
    /\/quote$/,
  )
})

test('keeps an unsent answer while other messages are read, and works by keys', async ({
  page,
  api,
}) => {
  // Only these two messages are listed: another test may write one between them, to which the key would go.
  const word = uniqueText()
  const first = await writeMessage(api, `First ${word}?`)
  const second = await writeMessage(api, `Second ${word}?`)
  await page.goto(`/dashboard/contact-messages?search=${word}`)
  const row = (name: string) =>
    page.getByRole('list', { name: 'Contact messages' }).getByRole('button', { name })
  await row(second.name).click()
  await item(page, second.name)
    .getByRole('button', { name: `Answer ${second.name}` })
    .click()
  const answer = page.getByRole('form', { name: `Answer to ${second.name}` }).getByLabel('Answer')
  await answer.fill('Half of an ans')
  await row(first.name).click()
  await expect(item(page, first.name)).toContainText(`First ${word}?`)
  await page.keyboard.press('k')
  await expect(answer).toHaveValue('Half of an ans')
  await expect(row(second.name), 'the keys go on from the row').toBeFocused()
})
