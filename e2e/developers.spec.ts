import { execFile, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import type { Page } from '@playwright/test'
import { freePort } from '../server/src/testing/product-process.ts'
import { admin } from './support/api.ts'
import { expect, openPage, test } from './support/test.ts'
import { uniqueText } from './support/unique-text.ts'

const run = promisify(execFile)

/** The text of an example on the page. */
async function readExample(page: Page, label: string): Promise<string> {
  const example = page.getByRole('region', { name: label, exact: true })
  return (await example.locator('code').textContent()) ?? ''
}

/** Runs an example of curl as it is copied. @returns the answer */
async function runCurl(example: string) {
  const { stdout } = await run('sh', ['-c', example.replace('curl', 'curl -sS')])
  return JSON.parse(stdout)
}

/** Runs the script of the sheet with stand-ins for Google’s services. @returns the rows with the new statuses */
function runSheet(script: string, rows: string[]): unknown[][] {
  const sheet = {
    getDataRange: () => ({ getValues: () => cells.map((row) => [...row]) }),
    getRange: (line: number, column: number) => ({
      setValue: (value: unknown) => {
        const row = cells[line - 1]
        if (row) row[column - 1] = value
      },
    }),
  }
  const context = createContext({
    SpreadsheetApp: {
      getActiveSpreadsheet: () => ({
        getSpreadsheetTimeZone: () => 'Asia/Kolkata',
        getSheetByName: (name: string) => (name === 'Sheet1' ? sheet : null),
      }),
    },
    // As the service does, it returns only when the answer is there.
    UrlFetchApp: {
      fetch: (
        url: string,
        sent: Record<string, string> & { headers: { Authorization: string } },
      ) => {
        const headers = [
          `Authorization: ${sent.headers.Authorization}`,
          `Content-Type: ${sent.contentType}`,
        ].flatMap((header) => ['-H', header])
        const text = execFileSync('curl', ['-sSf', ...headers, '-d', sent.payload ?? '', url])
        return { getContentText: () => text.toString() }
      },
    },
    Utilities: {
      formatDate: (at: Date, timeZone: string) =>
        new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at.getTime())),
    },
  })
  // Cells with dates have the Date of the script.
  const day = (text: string) => runInContext(`new Date('${text}')`, context)
  const cells: unknown[][] = [
    ['externalId', 'name', 'phone', 'destination', 'travelDate', 'adult', 'consentAt', 'status'],
    ...rows.map((externalId, index) => [
      externalId,
      'Meera Iyer',
      // A number, as a sheet stores it.
      9876500000 + index,
      'Goa',
      day('2099-01-15T00:00:00+05:30'),
      2,
      day('2026-11-29T10:00:00+05:30'),
      '',
    ]),
    ['', '', '', '', '', '', '', ''],
  ]
  runInContext(script, context)
  runInContext('sendRows(); sendRows()', context)
  return cells
}

const arrived = /^(received|duplicate|suspected)$/

test('the page for developers is enough to send leads by curl, a sheet and Google, and to receive and read a purchase', async ({
  page,
  context,
  api,
}) => {
  const makeSource = (fields: object) =>
    api.asAdmin<{ _id: string; secret: string }>('post', '/api/sources', {
      name: `Partner ${uniqueText()}`,
      ...fields,
    })
  const { password } = admin
  const { data: source } = await makeSource({ kind: 'api' })
  const { data: made } = await api.asAdmin<{ key: string }>(
    'post',
    `/api/sources/${source._id}/keys`,
    { name: 'Server', password },
  )
  await openPage(page, '/developers')

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy: One lead' }).click()
  await expect(page.getByRole('button', { name: 'Copied: One lead' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await readExample(page, 'One lead'))
  const withKey = (text: string, key = made.key) => text.replace('YOUR_KEY', key)
  expect((await runCurl(withKey(copied))).data.status).toMatch(arrived)
  const batch = await runCurl(withKey(await readExample(page, 'Several leads')))
  expect(batch.data.results).toMatchObject([
    { externalId: 'crm-1002', status: expect.stringMatching(arrived) },
    { externalId: 'crm-1003', code: 'VALIDATION_FAILED', fieldErrors: { phone: /./ } },
  ])

  const sheet = runSheet(withKey(await readExample(page, 'Apps Script')), ['row-1', 'row-2'])
  expect(sheet.map((row) => row.at(-1))).toEqual([
    'status',
    expect.stringMatching(arrived),
    expect.stringMatching(arrived),
    '',
  ])

  const { data: ads } = await makeSource({ kind: 'google-ads', password })
  const google = (await readExample(page, 'Google’s test'))
    .replace('SOURCE_ID', ads._id)
    .replace('YOUR_GOOGLE_KEY', ads.secret)
  expect(await runCurl(google)).toEqual({})
  const { data: shown } = await api.asAdmin<{ arrivals: { outcome: string }[] }>(
    'get',
    `/api/sources/${ads._id}`,
  )
  expect(shown.arrivals).toMatchObject([{ outcome: 'test' }])

  const agent = await api.makeAgent({ wallet: 1000 })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { data: webhook } = await api.as<{ secret: string }>(agent, 'post', '/api/webhooks', {
    url,
    events: ['lead.purchased'],
    password: agent.password,
  })
  const receiver = spawn(process.execPath, ['--input-type=module'], {
    cwd: join(import.meta.dirname, '../server'),
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: webhook.secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let received = ''
  receiver.stdout.on('data', (chunk) => {
    received += chunk
  })
  receiver.stdin.end(await readExample(page, 'Receiver: Node.js'))
  const forge = () =>
    page.request.post(url, { data: {} }).then(
      (answer) => answer.status(),
      () => 0,
    )
  await expect.poll(forge).toBe(401)
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await expect.poll(() => received).toMatch(/^msg_\S+ lead\.purchased\n$/)
  receiver.kill()

  const { data: reader } = await api.as<{ key: string }>(agent, 'post', '/api/keys', {
    name: 'Sheet',
    scopes: ['purchases:read'],
    password: agent.password,
  })
  const feed = withKey(await readExample(page, 'Feed'), reader.key)
  const { data: read } = await runCurl(feed)
  expect(read.purchases).toMatchObject([{ lead: { leadId: lead.leadId, phone: lead.phone } }])
  const later = await runCurl(feed.replace('after=', `after=${read.next}`))
  expect(later.data).toEqual({ purchases: [], next: read.next })
})
