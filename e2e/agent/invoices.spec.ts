import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readPdf } from '../../server/src/testing/read-pdf.ts'
import { admin } from '../support/api.ts'
import { payOnline } from '../support/payments.ts'
import { expect, statusError, storeSession, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Invoices, newest first' })
const invoiceSheet = (page: Page) => page.getByRole('article', { name: /^Tax invoice TRA\// })

async function openFromMenu(page: Page) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Invoices' })
    .click()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
}

test('prints the billing details of the profile on the next invoice, on the screen and in the file', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ name: 'Devika Menon' })
  await signIn(agent)
  await page.goto('/dashboard')
  await openFromMenu(page)
  await expect(page.getByText('No invoices yet.')).toBeVisible()

  await page.getByRole('link', { name: 'your profile' }).click()
  const billing = page.getByRole('group', { name: 'Billing details for invoices' })
  await billing.getByLabel('GSTIN').fill('27AADCS8090L1ZT')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(billing.getByLabel('GSTIN')).toHaveAccessibleDescription(/Enter a valid GSTIN\./)
  await expect(billing.getByLabel('GSTIN')).toBeFocused()
  await billing.getByLabel('GSTIN').fill('27aadcs8090l1zs')
  await expect(billing.getByLabel('State')).toBeDisabled()
  await expect(billing.getByLabel('State')).toHaveValue('27')
  await billing.getByLabel('Billing address').fill('8 Horniman Circle\nFort, 400001')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Successfully updated user profile')).toBeVisible()
  await expect(billing.getByLabel('GSTIN')).toHaveValue('27AADCS8090L1ZS')

  await payOnline(api, agent, 1599.5)
  await openFromMenu(page)
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  await expect(list(page)).toContainText('₹1,599.50')
  await list(page).getByRole('link').click()
  for (const text of [
    'TEST – no money moved',
    'GSTIN 27AADCS8090L1ZS',
    'Horniman Circle',
    'Devika Menon',
    'Maharashtra (27)',
    'IGST 18%',
    '₹243.99',
    '₹1,355.51',
    '₹1,599.50',
    'Rupees One Thousand Five Hundred Ninety-Nine and Fifty Paise Only',
  ]) {
    await expect(invoiceSheet(page)).toContainText(text)
  }

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^TRA-\d\d-\d\d-\d{6}\.pdf$/)
  const bytes = readFileSync(await download.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const { pages, text } = readPdf(bytes)
  expect(pages).toBe(1)
  expect(text).toContain('GSTIN 27AADCS8090L1ZS')
  expect(text).toContain('8 Horniman Circle, Fort, 400001, Pune')
  expect(text).toContain('1,599.50')

  // The printed page contains the document and no controls.
  await page.emulateMedia({ media: 'print' })
  await expect(invoiceSheet(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.emulateMedia({ media: null })
  await page.getByRole('link', { name: 'Back to Invoices' }).click()
  await expect(list(page)).toBeVisible()
})

test('answers 404 for the invoice of another agent and for an unknown one', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(404), statusError(400))
  const [owner, stranger] = await Promise.all([api.makeAgent(), api.makeAgent()])
  const { invoiceId } = await payOnline(api, owner, 118)
  await signIn(stranger)
  for (const id of [invoiceId, 'no-such-invoice']) {
    await page.goto(`/dashboard/invoices/${id}`)
    await expect(page.getByRole('heading', { name: 'Invoice not found', level: 1 })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'View invoices' }).click()
  await expect(page.getByText('No invoices yet.')).toBeVisible()
})

test('an admin finds the invoices of an agent and exports the filtered ones', async ({
  page,
  api,
}) => {
  const name = `Invoice Buyer ${uniqueText()}`
  const agent = await api.makeAgent({ name })
  await payOnline(api, agent, 118)
  await payOnline(api, agent, 236)
  await storeSession(page, admin)
  await page.goto('/dashboard/invoices')
  await expect(list(page).getByRole('listitem')).toHaveCount(10)
  await page.getByLabel('Search').fill(name)
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(page).toHaveURL(/search=Invoice\+Buyer/)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = readFileSync(await (await coming).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatch(/,100\.00,9\.00,9\.00,0\.00,118\.00,"pay_/)

  await page.getByLabel('Document').selectOption('Credit Notes')
  await expect(page.getByText('No invoices found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(list(page).getByRole('listitem')).toHaveCount(10)

  // The refund of the demo data has a credit note. The note and its invoice link to each other.
  await page.getByLabel('Document').selectOption('Credit Notes')
  await list(page)
    .getByRole('listitem')
    .filter({ hasText: 'Kabir Anand' })
    .getByRole('link', { name: /^TCN\// })
    .click()
  const note = page.getByRole('article', { name: /^Credit note TCN\// })
  await expect(note).toContainText('Total refunded')
  await note.getByRole('link', { name: /^TRA\// }).click()
  await invoiceSheet(page)
    .getByRole('link', { name: /^TCN\// })
    .click()
  await expect(note).toContainText('Against invoice')
})

test('an admin downloads the GST statement of a period, as Excel and as CSV', async ({
  page,
  api,
}) => {
  await payOnline(api, await api.makeAgent(), 708)
  await storeSession(page, admin)
  await page.goto('/dashboard/invoices')
  await page.getByRole('button', { name: 'GST statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'GST statement' })
  await dialog.getByLabel('Period').selectOption('This Month')
  const download = async (name: string) => {
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name }).click()
    return coming
  }
  const workbook = await download('Download Excel')
  expect(workbook.suggestedFilename()).toMatch(/^gst-statement-\d{4}-\d\d-01-to-[\d-]{10}\.xlsx$/)
  expect(
    readFileSync(await workbook.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  const csv = readFileSync(await (await download('Documents')).path(), 'utf8')
  expect(csv).toMatch(
    /"B2C invoices, other \(table 7\)","998599",600\.00,18,54\.00,54\.00,0\.00,708\.00,/,
  )

  await dialog.getByLabel('To').first().fill('01-01-2020')
  await expect(dialog.getByText('Choose a date on or after From.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Download Excel' })).toBeDisabled()
})
