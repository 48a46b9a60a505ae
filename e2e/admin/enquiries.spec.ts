import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatPhone } from '@raahi/contract/formats'
import { type Api, admin } from '../support/api.ts'
import { ClickCounter } from '../support/click-counter.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { expect, statusError, tabTo, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const lists = /\/api\/enquiries\?/

test.beforeEach(async ({ signIn }) => signIn(admin))

/** Creates an enquiry from a unique phone number, as the quote form does. */
async function makeEnquiry(api: Api, fields: Record<string, unknown> = {}) {
  const enquiry = {
    name: `Asker ${uniqueText()}`,
    phone: `+917${randomInt(100_000_000, 999_999_999)}`,
    email: `${randomUUID()}@mail.example.in`,
    city: 'Pune',
    destination: 'Goa',
    leadType: 'domestic',
    travelDate: '2097-03-14',
    travelDays: 5,
    travelNights: 4,
    adult: 2,
    children: 1,
    tripType: 'Family',
    source: 'Referral',
    consent: true,
    ...fields,
  }
  const { data } = await api.asAdmin<{ reference: string; token: string }>(
    'post',
    '/api/enquiries',
    enquiry,
  )
  return { ...enquiry, reference: data.reference, token: data.token }
}

/** The id of an enquiry in the calls of an admin. */
async function findEnquiryId(api: Api, reference: string): Promise<string> {
  const path = `/api/enquiries?search=${reference}`
  const { data } = await api.asAdmin<{ docs: { _id: string }[] }>('get', path)
  const [enquiry] = data.docs
  if (!enquiry) throw new Error(`The enquiry ${reference} was not found.`)
  return enquiry._id
}

/** The detail of an enquiry. Beside the list it is shown for the first row, or for the row that was opened. */
const item = (page: Page, reference: string) => page.getByRole('article', { name: reference })
const row = (page: Page, reference: string) =>
  page
    .getByRole('list', { name: 'Enquiries', exact: true })
    .getByRole('listitem')
    .filter({ hasText: reference })
/** Opens the row of an enquiry. @returns its detail */
async function openItem(page: Page, reference: string) {
  await row(page, reference).getByRole('button', { name: reference }).click()
  return item(page, reference)
}
const searchPath = (reference: string) => `/dashboard/enquiries?search=${reference}`

test('shows an enquiry with all that a decision needs, and links the created lead to it', async ({
  page,
  api,
}) => {
  const enquiry = await makeEnquiry(api)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: /^Enquiries/ }).click()
  await page.getByLabel('Search').fill(enquiry.name)
  await expect(page.getByRole('heading', { name: 'Waiting for a decision (1)' })).toBeVisible()
  const shown = item(page, enquiry.reference)
  for (const text of [
    enquiry.name,
    formatPhone(enquiry.phone),
    enquiry.email,
    'Pune to Goa',
    'Family, Domestic',
    '14-03-2097, 5 days, 4 nights',
    '2 adults, 1 child',
    'Referral',
    'Complete',
    'Phone looks real',
    'Email domain looks real',
    'Waiting less than a minute',
  ]) {
    await expect(shown).toContainText(text)
  }
  await shown.getByText(/^Agreed \d/).click()
  await expect(shown.getByText(/I agree that Raahi keeps what I have entered/)).toBeVisible()

  await shown.getByRole('button', { name: `Convert to lead: ${enquiry.reference}` }).click()
  const form = page.getByRole('dialog', { name: 'Convert to lead' })
  await expect(form.getByLabel('Name')).toHaveValue(enquiry.name)
  await expect(form.getByLabel('Phone number')).toHaveValue(formatPhone(enquiry.phone))
  await expect(form.getByLabel('Travel date')).toHaveValue('14-03-2097')
  await expect(form.getByLabel('Trip type')).toHaveValue('Family')
  await form.getByLabel('Days').fill('6')
  await form.getByRole('button', { name: 'Create Lead' }).dblclick()
  const outcome = page.getByRole('dialog', { name: 'Enquiry converted to a lead.' })
  await expect(outcome).toContainText(new RegExp(`${enquiry.reference} is now lead LD-\\d{6}`))
  await expect(outcome).toContainText('It is on sale for ₹')
  const open = outcome.getByRole('link', { name: /^Open LD-/ })
  const leadId = (await open.textContent())?.replace('Open ', '') ?? '?'
  await open.click()
  await expect(page.getByRole('heading', { name: 'Travel Leads (1)' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: leadId })
  await expect(row).toContainText('6 (days) - 4 (nights)')
  await row.getByRole('link', { name: enquiry.reference }).click()
  await expect(item(page, enquiry.reference)).toContainText(
    new RegExp(`Converted by .+ \\d\\d-\\d\\d-\\d{4} .+: ${leadId}, for sale`),
  )
  await expect(item(page, enquiry.reference).getByRole('button', { name: /Convert/ })).toBeHidden()
})

test('proposes the lead type, keeps input, and does not require what the traveller omitted', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const converting = /\/api\/enquiries\/[^/]+\/convert$/
  const enquiry = await makeEnquiry(api, {
    email: '',
    city: '',
    phone: '9999999999',
    destination: 'Bali',
    leadType: '',
  })
  await page.goto(searchPath(enquiry.reference))
  await expect(item(page, enquiry.reference)).toContainText('Missing: email, city')
  await expect(item(page, enquiry.reference)).toContainText('Phone looks fake')
  await expect(item(page, enquiry.reference)).toContainText('No email given')
  await item(page, enquiry.reference)
    .getByRole('button', { name: /Convert/ })
    .click()
  const form = page.getByRole('dialog', { name: 'Convert to lead' })
  await expect(form).toContainText('The traveller left out: email, city,')
  await expect(form.getByLabel('Lead type')).toHaveValue('international')
  await expect(form.getByLabel('Lead type')).toHaveAccessibleDescription(
    'Proposed from the destination. The traveller did not say.',
  )
  await form.getByLabel('City').fill('Nashik')
  await page.route(converting, (route) => route.abort())
  await form.getByRole('button', { name: 'Create Lead' }).click()
  await expect(form.getByRole('alert')).toContainText('Could not reach Raahi')
  await expect(form.getByLabel('City')).toHaveValue('Nashik')
  await page.unroute(converting)
  await form.getByRole('button', { name: 'Create Lead' }).click()
  const outcome = page.getByRole('dialog', { name: 'Enquiry converted to a lead.' })
  await expect(outcome).toBeVisible()
  await expect(outcome).toContainText('Nashik to Bali')
  await page.getByRole('button', { name: 'Back to enquiries' }).click()
  await expect(page.getByText('No enquiries match the current filters.')).toBeVisible()
})

test('marks a repeated enquiry, links to the first, and rejects it with a reason', async ({
  page,
  api,
}) => {
  const first = await makeEnquiry(api)
  const again = await makeEnquiry(api, { phone: first.phone, name: 'Asker <b>again</b>' })
  await page.goto(searchPath(again.reference))
  const repeated = item(page, again.reference)
  await expect(repeated).toContainText(`Duplicate of ${first.reference} (new)`)
  // Both side by side.
  const names = repeated
    .getByRole('table', { name: 'Same phone' })
    .getByRole('row', { name: 'Name' })
  await expect(names).toContainText('Asker <b>again</b>')
  await repeated.getByRole('link', { name: `Open ${first.reference}` }).click()
  await expect(page).toHaveURL(new RegExp(`status=all&search=${first.reference}`))
  await expect(item(page, first.reference)).toBeVisible()
  await page.goBack()
  // The traveller's text is never interpreted as HTML.
  await expect(item(page, again.reference)).toContainText('Asker <b>again</b>')
  await tabTo(page, page.getByRole('button', { name: `Reject ${again.reference}` }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Reject enquiry' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(question.getByText('Choose spam, duplicate or other.')).toBeVisible()
  await expect(question.getByLabel('Spam')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(question.getByLabel(`Duplicate of ${first.reference}`)).toBeChecked()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Enquiry rejected.')).toBeVisible()
  await expect(page.getByText('No enquiries match the current filters.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for a decision (0)' })).toBeFocused()
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await expect(await openItem(page, again.reference)).toContainText(
    /Rejected \(duplicate\) by .+ \d\d-/,
  )
})

test('shows a correction by the traveller before and after, and puts the lead on sale again', async ({
  page,
  api,
}) => {
  const enquiry = await makeEnquiry(api)
  const id = await findEnquiryId(api, enquiry.reference)
  const { consent: _, source: __, reference, token, ...body } = enquiry
  await api.asAdmin('post', `/api/enquiries/${id}/convert`, body)
  await api.asAdmin('put', `/api/enquiries/mine/${token}`, { ...body, city: 'Nashik' })
  await page.goto('/dashboard/enquiries?status=corrected')
  const corrected = await openItem(page, reference)
  const table = corrected.getByRole('table', { name: 'Corrected by the traveller' })
  await expect(table.getByRole('row', { name: 'City' })).toHaveText(/City.*Pune.*Nashik/)
  await corrected.getByRole('button', { name: `Put on sale: ${reference}` }).click()
  await expect(page.getByText('Lead is on sale again.')).toBeVisible()
  await expect(corrected).toBeHidden()
})

test('shows who has decided an enquiry meanwhile and when, and updates the list', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const quicker = await makeAdmin(`Quick ${uniqueText()}`)
  const enquiry = await makeEnquiry(api)
  const path = `/api/enquiries/${await findEnquiryId(api, enquiry.reference)}/reject`
  await page.goto(searchPath(enquiry.reference))
  await item(page, enquiry.reference)
    .getByRole('button', { name: /Convert/ })
    .click()
  const form = page.getByRole('dialog', { name: 'Convert to lead' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('City').fill('Nagpur')
  await api.as(quicker, 'post', path, { reason: 'spam' })
  await form.getByRole('button', { name: 'Create Lead' }).click()
  await expect(form.getByRole('alert')).toContainText(
    /already been converted, rejected or withdrawn\. Nothing was changed\. It was rejected by Quick \w+ \(spam\) on \d\d-/,
  )
  await expect(form.getByLabel('City')).toHaveValue('Nagpur')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No enquiries match the current filters.')).toBeVisible()
})

test('keeps filters, tab and order in the address and restores them', async ({ page, api }) => {
  const first = await makeEnquiry(api)
  const again = await makeEnquiry(api, { phone: first.phone, name: first.name })
  const search = encodeURIComponent(first.name)
  await page.goto(`/dashboard/enquiries?search=${search}&sort=createdAt`)
  const names = page.getByRole('list', { name: 'Enquiries', exact: true }).getByRole('listitem')
  await expect(names).toHaveCount(2)
  await expect(names.first()).toContainText(first.reference)
  await page.getByLabel('Sort by').selectOption('Newest first')
  await expect(names.first()).toContainText(again.reference)
  await page.getByLabel('Duplicates').selectOption('Duplicates only')
  await expect(names).toHaveCount(1)
  await expect(names).toContainText(again.reference)
  await page.getByLabel('Duplicates').selectOption('Without duplicates')
  await expect(names).toContainText(first.reference)
  await page.getByRole('tab', { name: 'Withdrawn' }).click()
  await expect(page.getByText('No enquiries match the current filters.')).toBeVisible()
  await expect(page).toHaveURL(/status=withdrawn&search=Asker.+&duplicates=none/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Withdrawn' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL('/dashboard/enquiries?status=withdrawn')
  await expect(page.getByText(/Withdrawn by the traveller \d\d-/).first()).toBeVisible()
})

test('lists enquiries caught by the honeypot in a separate tab, with the same decisions', async ({
  page,
  api,
}) => {
  const { reference } = await makeEnquiry(api, { website: 'https://spam.example' })
  await page.goto('/dashboard/enquiries')
  await expect(page.getByRole('heading', { name: /^Waiting for a decision \(/ })).toBeVisible()
  await expect(row(page, reference)).toHaveCount(0)
  await page.getByRole('tab', { name: /^Suspected spam \(\d+\)$/ }).click()
  await expect(page).toHaveURL('/dashboard/enquiries?status=suspected')
  await expect(page.getByText('A hidden field of the form was filled in')).toBeVisible()
  const shown = await openItem(page, reference)
  await expect(shown.getByText('Suspected spam')).toBeVisible()
  await shown.getByRole('button', { name: `Reject ${reference}` }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('radio', { name: 'Spam' }).check()
  await form.getByRole('button', { name: 'Reject' }).click()
  await expect(shown).toHaveCount(0)
})

test('shows that enquiries load, and that they failed to load', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const enquiry = await makeEnquiry(api)
  const { fail } = await holdRequests(page, lists)
  await page.goto(searchPath(enquiry.reference))
  await expect(page.getByText('Loading enquiries...')).toBeVisible()
  fail()
  await expect(page.getByRole('alert')).toContainText('The enquiries could not be loaded.')
  await page.unroute(lists)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(item(page, enquiry.reference)).toBeVisible()
})

test('the menu shows the number of open enquiries and announces a new one', async ({
  page,
  api,
}) => {
  const waiting = async () =>
    (await api.asAdmin<{ enquiries: number }>('get', '/api/enquiries/waiting')).data.enquiries
  let figure = 7
  await page.route(/\/api\/enquiries\/waiting$/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, enquiries: figure } } })
  })
  await page.clock.install()
  await page.goto('/dashboard/lead-cost')
  await expect(page.getByRole('link', { name: 'Enquiries 7 waiting' })).toBeVisible()
  figure = 8
  await page.clock.runFor(61_000)
  await expect(page.getByRole('link', { name: 'Enquiries 8 waiting' })).toBeVisible()
  await expect(page.getByText('You have a new enquiry.')).toHaveRole('status')
  expect(await waiting()).toBeGreaterThan(0)
})

test('a failed count changes neither the menu nor the screen', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await page.route(/\/api\/enquiries\/waiting$/, (route) => route.abort())
  await page.goto('/dashboard/lead-cost')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enquiries', exact: true })).toBeVisible()
})

test('an agent can open neither page, and the app does not request the count', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  for (const path of ['enquiries', 'contact-messages', 'personal-data']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page).toHaveURL('/auth/unauthorized')
  }
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Agent Dashboard' })).toBeVisible()
  // The stream of lead events is the last request of a screen.
  await expect.poll(() => urls.some((url) => url.includes('/api/leads/events'))).toBe(true)
  expect(urls.filter((url) => /waiting/.test(url))).toEqual([])
})

test('five enquiries become leads in eight clicks', async ({ page, api }) => {
  const name = `Batch ${uniqueText()}`
  for (let made = 0; made < 5; made += 1) await makeEnquiry(api, { name })
  const counter = new ClickCounter()
  await page.goto('/dashboard')
  await counter.click(page.getByRole('link', { name: /^Enquiries/ }).first())
  // Other tests make enquiries too, so these are found by name, which an admin with an empty queue need not do.
  await page.getByLabel('Search').fill(name)
  const waiting = (n: number) =>
    page.getByRole('heading', { name: `Waiting for a decision (${n})`, exact: true })
  await expect(waiting(5)).toBeVisible()
  await counter.click(page.getByRole('button', { name: /^Convert to lead/ }).first())
  const form = page.getByRole('dialog', { name: 'Convert to lead' })
  const references = new Set<string>()
  for (let left = 5; left > 1; left -= 1) {
    const note = form.getByText(/^From enquiry RQ-/)
    const reference = /RQ-\d+/.exec((await note.textContent()) ?? '')?.[0] ?? ''
    references.add(reference)
    await counter.click(form.getByRole('button', { name: 'Create and open next' }))
    await expect(note).not.toContainText(reference)
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(waiting(left - 1)).toHaveCount(1)
  }
  expect(references.size).toBe(4)
  await expect(form.getByRole('button', { name: 'Create and open next' })).toHaveCount(0)
  await counter.click(form.getByRole('button', { name: 'Create Lead' }))
  await counter.click(
    page
      .getByRole('dialog', { name: 'Enquiry converted to a lead.' })
      .getByRole('button', { name: 'Back to enquiries' }),
  )
  await expect(page.getByText('No enquiries match the current filters.')).toBeVisible()
  expect(counter.clicks).toBe(8)
})

test('five enquiries become leads in four clicks with the selection, and a duplicate is left for a look', async ({
  page,
  api,
}) => {
  const name = `Batch ${uniqueText()}`
  const made = []
  for (let count = 0; count < 5; count += 1) made.push(await makeEnquiry(api, { name }))
  const again = await makeEnquiry(api, { name, phone: made[0]?.phone })
  const counter = new ClickCounter()
  await page.goto('/dashboard')
  await counter.click(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Enquiries/ }),
  )
  await page.getByLabel('Search').fill(name)
  const waiting = (n: number) =>
    page.getByRole('heading', { name: `Waiting for a decision (${n})`, exact: true })
  await expect(waiting(6)).toBeVisible()
  await counter.click(page.getByRole('checkbox', { name: 'Select all' }))
  await counter.click(page.getByRole('button', { name: 'Convert selected' }))
  const question = page.getByRole('dialog', { name: 'Convert 5 of 6 to leads' })
  await expect(question).toContainText(`${again.reference} needs a look first`)
  await counter.click(question.getByRole('button', { name: 'Create Leads' }))
  const result = '5 leads created. 1 enquiry stayed as it is.'
  await expect(page.getByText(result, { exact: true })).toBeVisible()
  await expect(waiting(1)).toBeVisible()
  await expect(item(page, again.reference)).toBeVisible()
  expect(counter.clicks).toBe(4)
})

test('rejects the selected enquiries with one reason', async ({ page, api }) => {
  const name = `Spam ${uniqueText()}`
  for (let count = 0; count < 3; count += 1) await makeEnquiry(api, { name })
  await page.goto(searchPath(encodeURIComponent(name)))
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reject selected' }).click()
  const question = page.getByRole('dialog', { name: 'Reject 3 enquiries' })
  await question.getByLabel('Spam').check()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('3 enquiries rejected.')).toBeVisible()
  await expect(page.getByText('No enquiries match the current filters.')).toBeVisible()
})

test('the keys move through the enquiries, open the questions, and the next one is shown after a decision', async ({
  page,
  api,
}) => {
  const name = `Keys ${uniqueText()}`
  const first = await makeEnquiry(api, { name })
  const second = await makeEnquiry(api, { name })
  await page.goto(`${searchPath(encodeURIComponent(name))}&sort=createdAt`)
  await expect(item(page, first.reference)).toBeVisible()
  await page.keyboard.press('j')
  await expect(item(page, second.reference)).toBeVisible()
  await page.keyboard.press('k')
  await expect(item(page, first.reference)).toBeVisible()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'Convert to lead' })
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await page.keyboard.press('r')
  const question = page.getByRole('dialog', { name: 'Reject enquiry' })
  await expect(question).toContainText(first.reference)
  await question.getByLabel('Other reason').check()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(item(page, second.reference)).toBeVisible()
})

test('on a phone the detail opens below its row, and eight rows of 64 px fit a laptop screen', async ({
  page,
  api,
}) => {
  for (let count = 0; count < 10; count += 1) await makeEnquiry(api)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/enquiries')
  const rows = page.getByRole('list', { name: 'Enquiries', exact: true }).getByRole('listitem')
  await expect(rows).toHaveCount(10)
  const bottoms = await rows.evaluateAll((items) =>
    items.map((one) => one.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height]),
  )
  expect(bottoms.every(([, height = 0]) => height <= 65)).toBe(true)
  expect(bottoms.filter(([bottom = 901]) => bottom <= 900).length).toBeGreaterThanOrEqual(8)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('article')).toHaveCount(0)
  await rows.first().getByRole('button', { name: /RQ-/ }).click()
  await expect(rows.first().getByRole('article')).toBeVisible()
})
