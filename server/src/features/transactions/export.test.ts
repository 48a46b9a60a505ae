import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  allTransactions,
  exportMyTransactions,
  exportTransactions,
  myTransactions,
} from '@raahi/contract/transactions'
import { rechargeWallet } from '@raahi/contract/wallets'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MadeUser, makeAdmin, makeAgent, makeAgents } from '../../testing/factories.ts'
import { insertTransactions } from '../../testing/insert-transactions.ts'
import {
  anyTransaction,
  findInModel,
  type ListedTransaction,
  labelOf,
  type TransactionQuery,
  userCount,
} from '../../testing/model/transaction-model.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { exportTransactions as exportLines } from './export-transactions.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let admin: MadeUser
let users: MadeUser[]
let all: ListedTransaction[]
let port: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  users = [
    await makeAgent(app.db, { name: '=HYPERLINK("http://evil.example","Agent")' }),
    await makeAgent(app.db, { name: 'Rao, "Asha"' }),
    ...(await makeAgents(app.db, userCount - 2)),
  ]
  // More than two batches.
  all = fc.sample(anyTransaction(new Date()), { seed: 7, numRuns: 2500 })
  for (let from = 0; from < all.length; from += 500) {
    await insertTransactions(app.db, users, all.slice(from, from + 500))
  }
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Parses CSV like a spreadsheet: the cells of each line, without the byte order mark. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true)
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
  }
  expect(lines.pop()).toEqual([])
  return lines
}

/** The ids and the amount of a transaction in the file. */
const inFile = (one: ListedTransaction) => [
  one.method === 'Online' ? one.gatewayPaymentId : labelOf(one.entry?.number ?? 0),
  (one.amountPaise / 100).toFixed(2),
  one.id,
]
const keys = (line: string[]) => [line[2], line[10], line[11]]

async function exported(query: Record<string, string> = {}) {
  const answer = await app.as(admin).call(exportTransactions, { query })
  expect(answer.status).toBe(200)
  return { answer, lines: parseCsv(answer.text) }
}

/** Starts a download that reads nothing until the test resumes it. */
async function startDownload(): Promise<IncomingMessage> {
  const [answer] = (await once(requestFile(), 'response')) as [IncomingMessage]
  return answer
}

function requestFile() {
  return get({
    port,
    host: '127.0.0.1',
    path: exportTransactions.path,
    agent: false,
    headers: { authorization: `Bearer ${admin.token}` },
  })
}

async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(app.db)
  return rows[0]?.n ?? Number.NaN
}

describe('the export of transactions', () => {
  it('contains every transaction in the order of the list, over several batches', async () => {
    const { answer, lines } = await exported()
    expect(lines).toHaveLength(all.length + 1)
    expect(lines.slice(1).map(keys)).toEqual(findInModel(all, {}).map(inFile))
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each<Partial<TransactionQuery>>([
    { method: 'Online', status: 'failed' },
    { startDate: '2025-04-01', endDate: '2025-06-30', status: 'captured' },
    { search: 'pay_ab%' },
    { search: '100000' },
    { method: 'cash', status: 'failed' },
  ])('contains exactly the filtered transactions: %o', async (query) => {
    const { lines } = await exported(query as Record<string, string>)
    expect(lines.slice(1).map(keys)).toEqual(findInModel(all, query).map(inFile))
  })

  it('has no formula in any cell and keeps the text of names', async () => {
    const { lines } = await exported()
    const cells = lines.flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    const names = new Set(lines.map((line) => line[5]))
    expect(names).toContain(`'${users[0]?.name}`)
    expect(names).toContain(users[1]?.name)
    expect(new Set(lines.map((line) => line[7]))).toContain("'=1+1")
  })

  it('is a snapshot, without changes during the download', async () => {
    const answer = await startDownload()
    const extra = fc.sample(anyTransaction(new Date()), { seed: 8, numRuns: 60 })
    await insertTransactions(app.db, users, extra)
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    const ids = new Set(parseCsv(text).map((line) => line[11]))
    expect(ids.size).toBe(all.length + 1)
    expect(extra.filter(({ id }) => ids.has(id))).toEqual([])
    all = [...all, ...extra]
    expect((await exported()).lines).toHaveLength(all.length + 1)
  })

  it('does not read ahead of the client, and stops when the client disconnects', async () => {
    const { batches } = exportLines(app.database, {})
    const first = await batches.next()
    expect(first.value).toHaveLength(1000)
    // The job queue may have a transaction open for a moment.
    await vi.waitFor(async () => expect(await openTransactions()).toBe(1), { timeout: 30_000 })
    await batches.return()
    await vi.waitFor(async () => expect(await openTransactions()).toBe(0), { timeout: 30_000 })

    for (let round = 0; round < 12; round += 1) (await startDownload()).destroy()
    // Some clients disconnect while they wait for a slot.
    const [one, other] = [await startDownload(), await startDownload()]
    const waiting = Array.from({ length: 6 }, requestFile)
    for (const request of waiting) {
      request.on('error', () => {})
      await once(request, 'finish')
      request.destroy()
    }
    one.destroy()
    other.destroy()
    await vi.waitFor(async () => expect(await openTransactions()).toBe(0), { timeout: 20_000 })
    // Every slot and every connection is free again.
    expect((await exported()).lines.length).toBeGreaterThan(all.length)
  })

  it('is not created for HEAD', async () => {
    const answer = await app.app.inject({
      method: 'HEAD',
      url: exportTransactions.path,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(answer.statusCode).toBe(404)
  })

  it('rejects the same filters as the list, before the file begins', async () => {
    for (const [name, value] of [
      ['status', 'lost'],
      ['startDate', '2025-02-30'],
      ['page', '1'],
    ] as const) {
      const answer = await app.as(admin).call(exportTransactions, { query: { [name]: value } })
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED'])
      expect(answer.headers['content-disposition']).toBeUndefined()
    }
  })
})

describe('the export of an agent’s statement', () => {
  it('has each line of the agent’s wallet with money in, money out and the balance', async () => {
    const agent = await makeAgent(app.db)
    for (const amount of [100, 250.5, 0.05]) {
      await app.as(admin).call(rechargeWallet, { body: { userId: agent.id, amount } })
    }
    const answer = await app.as(agent).call(exportMyTransactions)
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="wallet-statement-/,
    )
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const [head, ...lines] = parseCsv(answer.text)
    expect(head).toEqual([
      'Date (IST)',
      'Time (IST)',
      'Payment ID',
      'Description',
      'Method',
      'Currency',
      'Money in',
      'Money out',
      'Balance',
      'Transaction ID',
      'Reference',
      'Note',
    ])
    const { docs } = (await app.as(agent).call(myTransactions)).data
    expect(lines.map((line) => [line[2], line[6], line[7], line[8], line[9]])).toEqual(
      docs.map(({ _id, paymentId, amount, balance }) => [
        paymentId,
        amount.toFixed(2),
        '',
        balance.toFixed(2),
        _id,
      ]),
    )
    expect(lines.map((line) => line[8])).toEqual(['350.55', '350.50', '100.00'])
    for (const [day = '', time = ''] of lines) {
      expect(`${day} ${time}`).toMatch(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d$/)
    }
  })

  it('has several batches, can be filtered by method, and has no lines of other agents', async () => {
    const agent = await makeAgent(app.db)
    await sql`select post_transfer(gen_random_uuid(), '00000000-0000-0000-0000-000000000004', ${agent.id},
      100, 'recharge_by_admin', 'captured', ${agent.id}) from generate_series(1, 2300)`.execute(
      app.db,
    )
    const lines = parseCsv((await app.as(agent).call(exportMyTransactions)).text).slice(1)
    expect(lines.map((line) => line[8])).toEqual(
      Array.from({ length: 2300 }, (_, i) => `${2300 - i}.00`),
    )
    const cut = await app.as(agent).call(exportMyTransactions, { query: { method: 'lead_wallet' } })
    expect(parseCsv(cut.text)).toHaveLength(1)
    const other = await app.as(agent).call(exportMyTransactions, { query: { userId: admin.id } })
    expect(other.status).toBe(400)
  })
})

describe('a day of the filters', () => {
  it('is a day in Asia/Kolkata, including its first and last instant, in any zone of the server', async () => {
    const at = (text: string) => new Date(text)
    const edge = [
      '2024-02-28T18:29:59.999Z', // 28 February, last instant
      '2024-02-28T18:30:00.000Z', // 29 February, first instant
      '2024-02-29T18:29:59.999Z', // 29 February, last instant
      '2024-02-29T18:30:00.000Z', // 1 March, first instant
    ].map((createdAt, i) => ({
      id: crypto.randomUUID(),
      createdAt: at(createdAt),
      method: 'cash' as const,
      status: 'captured' as const,
      amountPaise: 100 + i,
      user: 2,
      planName: null,
      gatewayPaymentId: '',
      entry: { id: '', number: 0 },
    }))
    for (const one of edge) one.entry.id = one.id
    await insertTransactions(app.db, users, edge)
    const before = process.env.TZ
    try {
      for (const zone of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles']) {
        process.env.TZ = zone
        const day = { startDate: '2024-02-29', endDate: '2024-02-29' }
        const { docs, totalDocs } = (await app.as(admin).call(allTransactions, { query: day })).data
        expect([totalDocs, docs.map(({ amount }) => amount)], zone).toEqual([2, [1.02, 1.01]])
        const { lines } = await exported(day)
        expect(lines.slice(1).map((line) => line.slice(0, 2))).toEqual([
          ['2024-02-29', '23:59'],
          ['2024-02-29', '00:00'],
        ])
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})
