import { randomUUID } from 'node:crypto'
import { failedMail, makeFailedJob } from '../../server/src/testing/make-failed-job.ts'
import { admin } from '../support/api.ts'
import { onDatabase } from '../support/database.ts'
import { openMail } from '../support/mailbox.ts'
import { expect, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

// 'Try all again' also retries the jobs of the other test, so the tests run one after the other.
test.describe.configure({ mode: 'default' })

test('a failed mail is found from the dashboard and sent once it is tried again', async ({
  page,
  signIn,
}) => {
  const to = `${randomUUID()}@agents.example`
  const subject = `Receipt for lead ${uniqueText()}`
  await onDatabase(({ kysely }) => makeFailedJob(kysely, { data: { ...failedMail, to, subject } }))
  await signIn(admin)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: 'Failed jobs' })
    .click()
  await expect(page).toHaveURL('/dashboard/failed-jobs')
  const jobs = page.getByRole('list', { name: 'Failed jobs' })
  const job = jobs.getByRole('listitem').filter({ hasText: subject })
  await expect(job).toContainText('The mail server did not respond.')
  await expect(job).not.toContainText(to)
  await job.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Queued again.')).toBeVisible()
  await expect(job).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Failed in the last 24 hours/ })).toBeFocused()
  await openMail(page, to, subject)
})

test('all failed mails are tried again with one question', async ({ page, signIn }) => {
  const to = `${randomUUID()}@agents.example`
  const subjects = ['first', 'second'].map((which) => `The ${which} of ${uniqueText()}`)
  await onDatabase(async ({ kysely }) => {
    for (const subject of subjects) {
      await makeFailedJob(kysely, { data: { ...failedMail, to, subject } })
    }
  })
  await signIn(admin)
  await page.goto('/dashboard/failed-jobs')
  await page.getByRole('button', { name: 'Try all again' }).click()
  const question = page.getByRole('dialog', { name: /^Try \d+ jobs again\?$/ })
  await question.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^\d+ jobs queued again\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Failed in the last 24 hours/ })).toBeFocused()
  for (const subject of subjects) {
    await expect(page.getByRole('listitem').filter({ hasText: subject })).toHaveCount(0)
  }
  for (const subject of subjects) await openMail(page, to, subject)
})
