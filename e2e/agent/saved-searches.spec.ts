import { randomUUID } from 'node:crypto'
import { onDatabase } from '../support/database.ts'
import { openMail } from '../support/mailbox.ts'
import { expect, statusError, test } from '../support/test.ts'

test('a search saved in the marketplace mails a new lead, whose link opens it, and can be paused and deleted', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  // Alerts are sent only to confirmed email addresses.
  await onDatabase(({ kysely }) =>
    kysely
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', agent.id)
      .execute(),
  )
  await signIn(agent)
  const place = `Hampi ${randomUUID().slice(0, 6)}`
  const other = `Spiti ${randomUUID().slice(0, 6)}`
  await page.goto(`/dashboard/my-leads?destination=${other},+${place}&maxPrice=60`)
  await page.getByRole('button', { name: 'Save this search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await expect(dialog.getByLabel('Name')).toHaveValue(`${other}, ${place}, up to ₹60 a lead`)
  await dialog.getByLabel('Name').fill(place)
  await expect(dialog.getByLabel('Highest price')).toHaveValue('60')
  await expect(dialog.getByLabel('Email me about new leads')).toHaveValue('at-once')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const chips = page.getByRole('group', { name: 'Saved searches' })
  await expect(chips.getByRole('button', { name: place })).toBeVisible()

  const lead = await api.makeLead({ destination: place })
  await openMail(page, agent.emailOrPhone, 'A new lead matches your saved search')
  const link = await page
    .frameLocator('iframe')
    .getByRole('link', { name: 'Open this lead' })
    .getAttribute('href')
  await page.goto(link ?? '')
  const opened = page.getByRole('dialog', { name: `Lead ${lead.leadId}` })
  await expect(opened.getByRole('button', { name: 'Buy Now' })).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()
  await expect(opened).toBeHidden()

  const chip = chips.getByRole('button', { name: `${place} 1 new` })
  await chip.click()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.goto('/dashboard/saved-searches')
  const cards = page.getByRole('list', { name: 'Saved searches' })
  const card = cards.getByRole('listitem').filter({ hasText: place })
  await card.getByRole('button', { name: 'Pause' }).click()
  await expect(card.getByText('Paused')).toBeVisible()
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
})

test('a search with mail alerts to an unconfirmed email is refused with a button that sends the link again', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/saved-searches')
  await expect(page.getByRole('status').filter({ hasText: 'Confirm your email' })).toContainText(
    'for alerts, saved searches and free plans',
  )
  await page.getByRole('button', { name: 'New search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await dialog.getByLabel('Name').fill('Goa families')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please confirm your email first.')
  await dialog.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText(`We have sent another email to ${agent.emailOrPhone}.`)).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Goa families')
})
