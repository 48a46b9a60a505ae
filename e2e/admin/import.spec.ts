import { admin } from '../support/api.ts'
import { newPhone } from '../support/quote.ts'
import { expect, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test('an admin imports a file: answers what a spreadsheet spoilt, adds the leads, and undoes it', async ({
  page,
  signIn,
}) => {
  await signIn(admin)
  const [name, source] = [`Traveller ${uniqueText()}`, `Fair ${uniqueText()}`]
  const lines = [
    'Who,Mobile No.,Date of travel',
    `${name},${newPhone()},03/04/2099`,
    'Ravi Kumar,9.19E+11,',
    'Meera,1,',
  ]
  await page.goto('/dashboard/import')
  await page.getByLabel('Source', { exact: true }).selectOption('New source')
  await page.getByLabel('Name of the new source').fill(source)
  await page.getByLabel('What the travellers agreed to').fill('Agreed at the fair.')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'fair.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await page.getByRole('button', { name: 'Upload and Check' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'fair.csv' })).toBeVisible()
  await expect(page.getByText('Choose the column of Name.')).toBeVisible()
  await page.getByLabel('Field of Who').selectOption('Name')
  await page.getByLabel('How are dates written in this file?').selectOption({ index: 1 })
  const phone = newPhone()
  await page.getByLabel('Row 3, Ravi Kumar').fill(phone)
  await page.getByRole('button', { name: 'Save Answers' }).click()
  const refused = page.getByRole('list', { name: 'Rows that will not be added' })
  await expect(refused.getByRole('listitem')).toHaveText([/Row 4.*Refused.*Phone: /])
  await page.getByRole('button', { name: 'Import 2 leads' }).click()

  await expect(page.getByText('2 leads are on sale.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Refused Rows' }).click()
  expect((await download).suggestedFilename()).toBe('fair-refused.csv')

  await page.getByRole('button', { name: 'Undo Import' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await question.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('The import was undone. 2 leads')).toBeVisible()
})

test('a file that cannot be read is refused beside its field', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/400/)
  await signIn(admin)
  await page.goto('/dashboard/import')
  await page.getByLabel('Source', { exact: true }).selectOption('Entered by an admin')
  await page.getByLabel('What the travellers agreed to').fill('Agreed at the fair.')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'fair.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('Name,Phone\n'),
  })
  await page.getByRole('button', { name: 'Upload and Check' }).click()
  await expect(page.getByText('This file has no rows below its headings.').first()).toBeVisible()
})

test('the page of a source leads to the import of its next file', async ({ page, api, signIn }) => {
  const name = `Fair ${uniqueText()}`
  await api.asAdmin('post', '/api/sources', { name: 'First fair', kind: 'import' })
  await api.asAdmin('post', '/api/sources', { name, kind: 'import' })
  await signIn(admin)
  await page.goto('/dashboard/sources')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: 'Import a File' }).click()
  await expect(page.getByLabel('Source', { exact: true }).locator('option:checked')).toHaveText(
    name,
  )
})

test('an import without progress for a minute can be continued', async ({ page, signIn }) => {
  await signIn(admin)
  await page.clock.install()
  await page.goto('/dashboard/import')
  await page.getByLabel('Source', { exact: true }).selectOption('New source')
  await page.getByLabel('Name of the new source').fill(`Fair ${uniqueText()}`)
  await page.getByLabel('What the travellers agreed to').fill('Agreed at the fair.')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'quiet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,Mobile No.\nMeera Nair,${newPhone()}\nRavi Kumar,${newPhone()}`),
  })
  await page.getByRole('button', { name: 'Upload and Check' }).click()
  await expect(page.getByRole('button', { name: 'Import 2 leads' })).toBeVisible()

  // Its job has given up: the import runs, and no row is added.
  await page.route(/\/api\/imports\/[\da-f-]{36}$/, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ json: { success: true, data: { ...data, state: 'running' } } })
  })
  await page.reload()
  await expect(page.getByText('0 of 2 rows.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Continue Import' })
  await expect(button).toBeHidden()
  await page.clock.fastForward(61_000)
  const run = page.waitForResponse((response) => response.url().endsWith('/run'))
  await button.click()
  expect((await run).status()).toBe(202)
})
