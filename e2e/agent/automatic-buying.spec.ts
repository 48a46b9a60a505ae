import { randomUUID } from 'node:crypto'
import { makeSavedSearch } from '../../server/src/testing/factories.ts'
import { onDatabase } from '../support/database.ts'
import { openMail } from '../support/mailbox.ts'
import { expect, statusError, test } from '../support/test.ts'

test('an agent switches automatic buying on with the password, and pauses it with the link of the mail', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(400))
  const agent = await api.makeAgent()
  const name = `Hampi ${randomUUID().slice(0, 6)}`
  await onDatabase(async ({ kysely }) => {
    // Automatic buying needs a confirmed email.
    const confirmed = { email_confirmed_at: new Date() }
    await kysely.updateTable('users').set(confirmed).where('id', '=', agent.id).execute()
    await makeSavedSearch(kysely, agent.id, { name, destination: name, max_price_paise: 60_50 })
  })
  await signIn(agent)
  await page.goto('/dashboard/saved-searches')
  const rule = page
    .getByRole('list', { name: 'Automatic buying of each search' })
    .getByRole('listitem')
    .filter({ hasText: name })
  await expect(rule.getByText('Off', { exact: true })).toBeVisible()
  await rule.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Automatic buying' })
  await expect(dialog.getByText('In the last 7 days no lead matched this search.')).toBeVisible()
  await expect(dialog.getByLabel('Highest price of a lead')).toHaveValue('60.5')
  await dialog.getByLabel('Spend at most a day').fill('750')
  await dialog.getByLabel('Your password').fill('Wrong@12345')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription(/password/i)
  await expect(dialog.getByLabel('Spend at most a day')).toHaveValue('750')
  await dialog.getByLabel('Your password').fill(agent.password)
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(dialog).toBeHidden()
  await expect(rule.getByText('On', { exact: true })).toBeVisible()

  await openMail(page, agent.emailOrPhone, 'Automatic buying is on')
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('At most ₹750')).toBeVisible()
  const link = await mail.getByRole('link', { name: 'Pause automatic buying' }).getAttribute('href')
  await page.goto(link ?? '')
  await page.getByRole('button').click()
  await page.goto('/dashboard/saved-searches')
  await expect(rule.getByText('Paused', { exact: true })).toBeVisible()
  await expect(rule.getByText('Paused with the link in an email.')).toBeVisible()
})
