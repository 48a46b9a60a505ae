import { changeSettings, getSettings } from '@raahi/contract/settings'
import { exportStatement, getStatementMail, sendStatement } from '@raahi/contract/statements'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { accounts } from '../../platform/ledger/accounts.ts'
import { captureDuplicatePayment, captureTopUp } from '../../testing/captured-payments.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { setDayInIndia } from '../../testing/india-clock.ts'
import { readMails, untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { sendMonthlyStatement } from './send-statement.ts'

const october = { startDate: '2026-10-01', endDate: '2026-10-31' }
const accountant = 'accounts@example.com'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  // The seller is in 29-Karnataka.
  const withGstin = await makeAgent(app.db, { gstin: '08AAMCM4417K1Z4', billing_state: '08' })
  const atHome = await makeAgent(app.db, { billing_state: '29' })
  const elsewhere = await makeAgent(app.db, { billing_state: '27' })
  await pay(atHome, 999_99, '2026-09-30T18:29:59.999Z')
  await pay(withGstin, 1599_00, '2026-09-30T18:30:00.000Z')
  await pay(withGstin, 333_33, '2026-10-15T06:00:00.000Z')
  await pay(atHome, 777_77, '2026-10-16T06:00:00.000Z')
  await pay(elsewhere, 1_00_000_00, '2026-10-17T06:00:00.000Z')
  await pay(elsewhere, 1_00_000_01, '2026-10-31T18:29:59.999Z')
  await pay(elsewhere, 55_55, '2026-10-31T18:30:00.000Z')
})
afterAll(() => app.close())

async function pay({ id: userId }: MadeUser, amountPaise: number, at: string) {
  await withTransaction(app.database, (tx) =>
    captureTopUp(tx, app.config, { userId, amountPaise, at: new Date(at) }),
  )
}

async function csv(query: Record<string, string>): Promise<string[][]> {
  const { text } = await app.as(admin).call(exportStatement, { query: { ...october, ...query } })
  const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
  return lines.map((line) =>
    [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)]
      .slice(0, -1)
      .map(([, a, b]) => a ?? b ?? ''),
  )
}

/** What the payment gateway has received by the ledger, less refunds. */
async function receivedFromGateway(): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select abs(sum(amount_paise))::bigint as paise from postings
    where account_id = ${accounts.gateway}::uuid`.execute(app.db)
  return rows[0]?.paise ?? 0
}

async function sheets(bytes: Uint8Array) {
  return (await readXlsx(bytes)).sheets
}

/** Amounts in paise of a column of a CSV table. */
const paise = (text: string | undefined) => Math.round(Number(text) * 100)

describe('the statement of invoices', () => {
  it('sums a month in India by section, place of supply and rate, and counts each document once', async () => {
    const [head, ...rows] = await csv({ table: 'summary' })
    expect(head?.slice(0, 9)).toEqual([
      'Section',
      'Place of supply',
      'Documents',
      'Taxable value',
      'Rate %',
      'CGST',
      'SGST',
      'IGST',
      'Total',
    ])
    expect(rows.map((row) => row.slice(0, 9))).toEqual([
      [
        'B2B invoices (table 4)',
        '08-Rajasthan',
        '2',
        '1637.56',
        '18',
        '0.00',
        '0.00',
        '294.77',
        '1932.33',
      ],
      [
        'B2C invoices, large (table 5)',
        '27-Maharashtra',
        '1',
        '84745.77',
        '18',
        '0.00',
        '0.00',
        '15254.24',
        '100000.01',
      ],
      [
        'B2C invoices, other (table 7)',
        '27-Maharashtra',
        '1',
        '84745.76',
        '18',
        '0.00',
        '0.00',
        '15254.24',
        '100000.00',
      ],
      [
        'B2C invoices, other (table 7)',
        '29-Karnataka',
        '1',
        '659.13',
        '18',
        '59.32',
        '59.32',
        '0.00',
        '777.77',
      ],
      ['All invoices', '', '5', '171788.22', '18', '59.32', '59.32', '30803.25', '202710.11'],
      ['All credit notes', '', '0', '0.00', '18', '0.00', '0.00', '0.00', '0.00'],
      [
        'Invoices less credit notes',
        '',
        '5',
        '171788.22',
        '18',
        '59.32',
        '59.32',
        '30803.25',
        '202710.11',
      ],
    ])
  })

  it('equals the documents and the ledger to the paisa, with credit notes deducted', async () => {
    const year = { startDate: '2026-04-01', endDate: '2099-12-31' }
    for (const userId of [
      (await makeAgent(app.db)).id,
      (await makeAgent(app.db, { gstin: '27AADCS8090L1ZS', billing_state: '27' })).id,
    ]) {
      await withTransaction(app.database, (tx) =>
        captureDuplicatePayment(tx, app.config, { userId, amountPaise: 1234_57 }),
      )
    }
    const [, ...documents] = await csv({ ...year, table: 'documents' })
    const [, ...summary] = await csv({ ...year, table: 'summary' })
    const total = (label: string) => paise(summary.find(([section]) => section === label)?.[8])
    const sumOf = (kind: string) =>
      documents.filter((row) => row[1] === kind).reduce((sum, row) => sum + paise(row[14]), 0)
    expect(total('All invoices')).toBe(sumOf('Invoice'))
    expect(total('All credit notes')).toBe(sumOf('Credit note'))
    expect(total('All credit notes')).toBe(2 * 1234_57)
    expect(total('Invoices less credit notes')).toBe(await receivedFromGateway())
  })

  it('has the SAC amounts less the credit notes and the numbers of each series', async () => {
    const [, ...numbers] = await csv({ table: 'numbers' })
    expect(numbers.map((row) => row.slice(0, 5))).toEqual([
      ['Invoice', 'TRA/26-27/000002', 'TRA/26-27/000006', '5', '0'],
    ])
    const [, ...sac] = await csv({ table: 'sac' })
    expect(sac.map((row) => [...row.slice(0, 3), row[8]])).toEqual([
      ['998599', 'B2B', '2', '1932.33'],
      ['998599', 'B2C', '3', '200777.78'],
    ])
  })

  it('has the same tables as sheets of a workbook', async () => {
    const { rawPayload } = await app.app.inject({
      url: `${exportStatement.path}?${new URLSearchParams({ ...october, format: 'xlsx' })}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [summary, documents, sac, numbers] = await sheets(rawPayload)
    expect([summary?.name, documents?.name, sac?.name, numbers?.name]).toEqual([
      'Summary',
      'Documents',
      'SAC less credit notes',
      'Numbers',
    ])
    expect(documents?.rows).toHaveLength(6)
    expect(documents?.rows[1]?.slice(0, 2)).toEqual(['TRA/26-27/000002', 'Invoice'])
    expect(summary?.rows.at(-1)?.slice(0, 9)).toEqual([
      'Invoices less credit notes',
      null,
      5,
      171788.22,
      18,
      59.32,
      59.32,
      30803.25,
      202710.11,
    ])
  })

  it('is refused without both days, and for days that end before they start', async () => {
    const query = { startDate: '2026-10-02', endDate: '2026-10-01' }
    expect((await app.as(admin).call(exportStatement, { query })).fieldErrors).toEqual({
      endDate: 'Choose a date on or after From.',
    })
  })
})

describe('the monthly mail to the accountant', () => {
  const send = (seenAt: string | null) => app.as(admin).call(sendStatement, { body: { seenAt } })
  const lastSent = async () => (await app.as(admin).call(getStatementMail)).data.lastSent
  const setAddress = async (accountantEmail: string) => {
    const { version } = (await app.as(admin).call(getSettings)).data
    return app.as(admin).call(changeSettings, { body: { version, accountantEmail } })
  }
  /** Queues a job in the transaction, as the job queue does. */
  const jobs: Pick<JobQueue, 'send'> = {
    async send(tx, { data }) {
      await sql`
        insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, deletion_seconds)
        values ('statement-mail', ${JSON.stringify(data)}::jsonb, 12, 30, 120, 86400)`.execute(tx)
    },
  }
  const bySchedule = () => sendMonthlyStatement({ database: app.database, jobs })

  it('is off without an address, and an address is validated', async () => {
    expect((await send(null)).code).toBe('NO_ACCOUNTANT')
    expect((await setAddress('accounts@')).fieldErrors).toEqual({
      accountantEmail: 'Invalid email format',
    })
    await bySchedule()
    expect(await lastSent()).toBeNull()
  })

  it('is sent by a click, once for what the admin has seen', async () => {
    await setDayInIndia(app.database, '2026-10-20')
    expect((await setAddress(' Accounts@Example.com ')).data.accountantEmail).toBe(accountant)
    const sent = (await send(null)).data.lastSent
    expect(sent).toMatchObject({ month: '2026-09', email: accountant, by: { name: admin.name } })
    expect((await send(null)).code).toBe('STATEMENT_SENT_MEANWHILE')
    expect((await send(sent?.at ?? null)).status).toBe(200)
    await untilJobsDone(app.database)
    expect(await readMails(app.config, accountant)).toHaveLength(2)
  })

  it('is sent by schedule when the month is over, exactly once by any number of processes and after a crash', async () => {
    await bySchedule()
    expect((await lastSent())?.month).toBe('2026-09')
    await setDayInIndia(app.database, '2026-11-01')
    const crash = { send: () => Promise.reject(new Error('killed')) }
    await expect(sendMonthlyStatement({ database: app.database, jobs: crash })).rejects.toThrow(
      'killed',
    )
    await Promise.all(Array.from({ length: 5 }, bySchedule))
    await bySchedule()
    await untilJobsDone(app.database)
    const mails = await readMails(app.config, accountant)
    const ofOctober = mails.filter(({ subject }) => subject === 'GST statement of October 2026')
    expect(ofOctober).toHaveLength(1)
    expect(await lastSent()).toMatchObject({ month: '2026-10', email: accountant, by: null })
    const [file] = ofOctober[0]?.attachments ?? []
    expect(file?.filename).toBe('gst-statement-2026-10.xlsx')
    const [summary] = await sheets(new Uint8Array(file?.content as ArrayBuffer))
    expect(summary?.rows.at(-1)?.[8]).toBe(202710.11)
  })

  it('waits for the next month after an address was entered, and stops when it is removed', async () => {
    await app.db.deleteFrom('statement_mails').execute()
    await setAddress('')
    await bySchedule()
    await setAddress(accountant)
    await bySchedule()
    expect(await lastSent()).toBeNull()
  })
})
