import {
  getChainHead,
  getMyReceipt,
  getUserReceipt,
  type LedgerReceipt,
} from '@raahi/contract/ledger-receipts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealDays } from '../../platform/ledger/seals/seal-days.ts'
import { InvalidReceipt, verifyReceipt } from '../../platform/ledger/seals/verify-receipt.ts'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { moveEntriesBack, withoutGuards } from '../../testing/sealed-days.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
let other: MadeUser
let receipt: LedgerReceipt
/** Of the same agent, from before the last day was sealed. */
let older: LedgerReceipt
let receiptOfOther: LedgerReceipt
let head: string
const otherPaise = 7_654_321

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  other = await makeAgent(app.db)
  await setLeadPrice(app.db, 'both', 5000)
  for (const daysBack of [9, 4]) await addDay(daysBack)
  expect(await sealDays(app.database)).toBe(2)
  older = await receiptOf(agent)
  await addDay(2)
  await giveMoney(app.database, agent.id, 1000)
  expect(await sealDays(app.database)).toBe(1)
  receipt = await receiptOf(agent)
  receiptOfOther = await receiptOf(other)
  head = (await app.as(admin).call(getChainHead)).data.head?.hash ?? ''
})
afterAll(() => app.close())

async function addDay(daysBack: number) {
  await giveMoney(app.database, agent.id, 50_000)
  await giveMoney(app.database, other.id, otherPaise)
  await makePurchase(app.database, agent.id)
  await moveEntriesBack(app.database, daysBack)
}

async function receiptOf(user: MadeUser): Promise<LedgerReceipt> {
  const { status, text, headers } = await app.as(user).call(getMyReceipt)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="receipt-[\d-]+\.json"$/)
  return JSON.parse(text)
}

const verify = (file: unknown, accountId?: string) =>
  verifyReceipt(file, { headHash: head, accountId })

describe('a receipt', () => {
  it('proves the postings of the wallet until the last sealed day', () => {
    expect(verify(receipt, agent.id)).toEqual({
      accountId: agent.id,
      headDay: receipt.head.day,
      lastDay: receipt.head.day,
      days: 3,
      postings: 6,
      balancePaise: 135_000,
    })
    expect(receipt.head.hash).toBe(head)
  })

  it('can be created by an admin for each user, with the same content', async () => {
    const { text } = await app.as(admin).call(getUserReceipt, { params: { userId: agent.id } })
    expect(JSON.parse(text)).toEqual(receipt)
  })

  it('contains no id and no amount of another agent', async () => {
    const text = JSON.stringify(receipt)
    expect(text).not.toContain(other.id)
    expect(text).not.toContain(String(otherPaise))
    const salts = (one: LedgerReceipt) => one.days.map(({ salt }) => salt)
    expect(new Set([...salts(receipt), ...salts(receiptOfOther)]).size).toBe(6)
  })

  it('stays valid with its chain head after further days are sealed', async () => {
    await moveEntriesBack(app.database, 0)
    expect(verify(receipt).postings).toBe(6)
  })

  it('cannot be created before a day with a posting of the agent is sealed', async () => {
    const newcomer = await makeAgent(app.db)
    expect(await app.as(newcomer).call(getMyReceipt)).toMatchObject({ status: 404 })
  })

  it('is refused as the receipt of another account', () => {
    expect(() => verify(receipt, other.id)).toThrow('The receipt is of another account.')
    expect(() => verify({ ...receipt, accountId: other.id }, other.id)).toThrow(InvalidReceipt)
  })
})

type Day = LedgerReceipt['days'][number]
const othersDays = () => receiptOfOther.days
const flip = (hash: string) => (hash.startsWith('0') ? '1' : '0') + hash.slice(1)
const withDay = (change: (day: Day, at: number) => Day, at = 1) => ({
  ...receipt,
  days: receipt.days.map((day, index) => (index === at ? change(day, at) : day)),
})
const withoutDays = (...left: number[]) => ({
  ...receipt,
  days: receipt.days.filter((_, at) => !left.includes(at)),
})
const withProof = (change: Partial<LedgerReceipt['proof']>) => ({
  ...receipt,
  proof: { ...receipt.proof, ...change },
})
const withHead = (change: Partial<LedgerReceipt['head']>) => ({
  ...receipt,
  head: { ...receipt.head, ...change },
})
const joinedDays = () => {
  const [first, second, ...others] = receipt.days as [Day, Day, ...Day[]]
  return {
    ...receipt,
    days: [{ ...first, postings: [...first.postings, ...second.postings] }, ...others],
  }
}
const withPosting = (change: Partial<Day['postings'][number]>) =>
  withDay((day) => ({
    ...day,
    postings: day.postings.map((posting, at) => (at === 0 ? { ...posting, ...change } : posting)),
  }))

describe('a receipt is refused with', () => {
  it.each<[string, () => unknown]>([
    ['another amount', () => withPosting({ amountPaise: 60_000 })],
    ['another entry amount', () => withPosting({ entryPaise: 60_000 })],
    ['another balance', () => withPosting({ balanceAfterPaise: 1 })],
    ['another time', () => withPosting({ createdAt: '2020-01-01T00:00:00.000000Z' })],
    ['another entry', () => withPosting({ entryId: other.id })],
    ['a posting less', () => withDay((day) => ({ ...day, postings: day.postings.slice(1) }))],
    [
      'two postings swapped',
      () => withDay((day) => ({ ...day, postings: day.postings.toReversed() })),
    ],
    ['no first day', () => withoutDays(0)],
    ['no middle day', () => withoutDays(1)],
    ['no last day', () => withoutDays(2)],
    ['only the first day', () => withoutDays(1, 2)],
    ['only the last day', () => withoutDays(0, 1)],
    [
      'the first days of another agent',
      () => ({ ...receipt, days: [...othersDays(), ...receipt.days] }),
    ],
    ['a day of another agent', () => withDay((_, at) => othersDays()[at] as Day)],
    ['the last day of an older receipt', () => ({ ...receipt, proof: older.proof })],
    ['the days of an older receipt', () => ({ ...receipt, days: older.days })],
    ['an older receipt with the present head', () => ({ ...older, head: receipt.head })],
    ['days in another order', () => ({ ...receipt, days: receipt.days.toReversed() })],
    ['two days joined', () => joinedDays()],
    ['a day twice', () => ({ ...receipt, days: [...receipt.days, ...receipt.days.slice(-1)] })],
    ['another salt', () => withDay((day) => ({ ...day, salt: flip(day.salt) }))],
    ['another day', () => withDay((day) => ({ ...day, day: '2020-01-01' }))],
    ['other facts', () => withProof({ facts: flip(receipt.proof.facts) })],
    ['another root', () => withProof({ root: flip(receipt.proof.root) })],
    ['another day before', () => withProof({ previousHash: flip(receipt.proof.previousHash) })],
    ['no path', () => withProof({ path: [] })],
    [
      'another path',
      () =>
        withProof({ path: receipt.proof.path.map((step) => ({ ...step, hash: flip(step.hash) })) }),
    ],
    ['another day of the head', () => withHead({ day: '2020-01-01' })],
    ['another number of the head', () => withHead({ number: receipt.head.number + 1 })],
    ['another head', () => withHead({ hash: flip(receipt.head.hash) })],
    ['an additional field', () => ({ ...receipt, note: 'text' })],
    ['no content', () => ({})],
  ])('%s', (_, change) => {
    const changed = change()
    expect(() => verify(changed)).toThrow(InvalidReceipt)
    expect(changed).not.toEqual(receipt)
  })

  it('a head that was not published', () => {
    expect(() => verifyReceipt(receipt, { headHash: flip(head) })).toThrow(/chain head/)
  })

  it('a later head than its own, with the day until which it covers', () => {
    expect(() => verify(older)).toThrow(
      `The receipt covers the days until ${older.head.day} and needs the chain head of that day, which is not the given one.`,
    )
    expect(verifyReceipt(older, { headHash: older.head.hash })).toMatchObject({
      headDay: older.head.day,
      days: 2,
      balancePaise: 90_000,
    })
  })
})

it('proves that there is no posting after the last one until the head', async () => {
  const idle = await makeAgent(app.db)
  await giveMoney(app.database, idle.id, 4200)
  await moveEntriesBack(app.database, 1)
  await giveMoney(app.database, agent.id, 1000)
  await moveEntriesBack(app.database, 0)
  const lastDay = await sql<{ day: string }>`
    select to_char(day_in_india(clock_timestamp()) - 1, 'YYYY-MM-DD') as day`.execute(app.db)
  expect(await sealDays(app.database, { through: lastDay.rows[0]?.day ?? '' })).toBe(1)
  const {
    headDay,
    lastDay: last,
    balancePaise,
  } = verifyReceipt(await receiptOf(other), {
    headHash: (await app.as(admin).call(getChainHead)).data.head?.hash ?? '',
  })
  expect([headDay > last, balancePaise]).toEqual([true, 3 * otherPaise])
})

it('cannot be created if a posting was changed after its day was sealed', async () => {
  const change = (paise: number) =>
    withoutGuards(
      app.database,
      `update postings set amount_paise = amount_paise + ${paise} where account_id = '${other.id}'`,
    )
  await change(1)
  expect((await app.as(other).call(getMyReceipt)).status).toBe(500)
  await change(-1)
  expect((await app.as(other).call(getMyReceipt)).status).toBe(200)
})
