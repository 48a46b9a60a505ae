import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { formatPhone } from '@raahi/contract/formats'
import { type Api, admin } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

interface Lead {
  _id: string
  leadId: string
}

/** Creates a traveller with a bought lead, an open enquiry and a message. */
async function makeTraveller(api: Api) {
  const phone = `+917${randomInt(100_000_000, 999_999_999)}`
  const email = `${randomUUID()}@mail.example.in`
  const trip = { name: 'Meera Nair', phone, email, city: 'Kochi', destination: 'Manali' }
  const references: string[] = []
  for (const _ of [1, 2]) {
    const answer = await api.asAdmin<{ reference: string }>('post', '/api/enquiries', {
      ...trip,
      consent: true,
    })
    references.push(answer.data.reference)
  }
  const [sold = '', waiting = ''] = references
  const found = await api.asAdmin<{ docs: { _id: string }[] }>(
    'get',
    `/api/enquiries?search=${sold}`,
  )
  const convert = `/api/enquiries/${found.data.docs[0]?._id}/convert`
  const { data: lead } = await api.asAdmin<Lead>('post', convert, {
    ...trip,
    leadType: 'domestic',
  })
  const buyer = await api.makeAgent({ wallet: 1000 })
  await api.as(buyer, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await api.asAdmin('post', '/api/contact', { name: 'Meera', email, message: 'Hello' })
  return { phone, email, sold, waiting, lead }
}

test('finds, exports and erases the data of a traveller, except what an agent has bought', async ({
  page,
  api,
}) => {
  const { phone, email, sold, waiting, lead } = await makeTraveller(api)
  await page.goto('/dashboard/enquiries')
  await page.getByRole('link', { name: 'Personal data' }).click()
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('Enter a phone number or an email.')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Find' }).click()
  const records = page.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await expect(records).toHaveCount(4)
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(records.filter({ hasText: waiting })).toContainText(formatPhone(phone))
  await expect(records.filter({ hasText: lead.leadId })).toContainText('Stays with Asha Travels')
  await expect(records.filter({ hasText: 'Contact message' })).toContainText('Open')
  // The address contains no personal data, because addresses are stored in many places.
  await expect(page).toHaveURL('/dashboard/personal-data')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/)
  const file = await readFile(await download.path(), 'utf8')
  for (const part of [phone, sold, waiting, lead.leadId]) expect(file).toContain(part)

  await page.getByRole('button', { name: 'Erase' }).click()
  const question = page.getByRole('dialog', { name: 'Erase this traveller' })
  await expect(question).toContainText('Will be erased:')
  await expect(question).toContainText(`${lead.leadId}, because an agent has bought it`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Erase' }).click()
  await expect(question.getByText('Type ERASE exactly.')).toBeVisible()
  await expect(question.getByLabel('Type ERASE to confirm')).toBeFocused()
  await page.keyboard.type('erase')
  await question.getByRole('button', { name: 'Erase' }).click()
  const outcome = page.getByRole('status').filter({ hasText: 'Erased:' })
  await expect(outcome).toContainText('2 enquiries, 1 contact message')
  await expect(outcome).toContainText(`${lead.leadId} stays with its buyer`)
  await expect(outcome).toBeFocused()
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(records).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Erase' })).toBeHidden()
  const { data } = await api.asAdmin<{ totalDocs: number }>(
    'get',
    `/api/enquiries?search=${waiting}`,
  )
  expect(data.totalDocs).toBe(0)
})

test('shows an empty result, a failed search and a failed erasure', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await page.goto('/dashboard/personal-data')
  const checks = page.waitForResponse(/assets\/phones-/)
  await page.getByLabel('Phone number').fill('12')
  // The response is there before the script has run.
  await page.evaluate((url) => import(url), (await checks).url())
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('This number is too short. Please check the digits.')).toBeVisible()
  await page.getByLabel('Phone number').fill('7000000001')
  await page.route(/\/api\/personal-data\/find$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('alert')).toContainText('The records could not be loaded.')
  await expect(page.getByLabel('Phone number')).toHaveValue('7000000001')
  await page.unroute(/\/api\/personal-data\/find$/)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('We have no records with this phone number or email.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Records of +91 70000 00001 (0)' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})
