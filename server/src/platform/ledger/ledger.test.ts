import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { giveMoney, makeAgent, makeLead } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Database } from '../database/connect.ts'
import { withTransaction } from '../database/transaction.ts'
import { accounts, walletOf } from './accounts.ts'
import { postTransfer } from './post.ts'

let test: TestDatabase
let database: Database

async function openDatabase(): Promise<void> {
  test = await createTestDatabase()
  database = test.database
}

const run = (statement: string) => sql.raw(statement).execute(database.kysely)

/** Reads all data that a transfer changes. */
async function ledgerState() {
  const { rows } = await run(`
    select (select count(*) from journal_entries) as entries, (select count(*) from postings) as postings,
      (select jsonb_object_agg(id, balance_paise) from accounts) as balances`)
  return rows
}

describe('the ledger', () => {
  beforeAll(openDatabase)
  afterAll(() => test.drop())

  it.each([
    'update journal_entries set amount_paise = 1',
    'delete from journal_entries',
    'truncate journal_entries cascade',
    'update postings set amount_paise = 1',
    'delete from postings',
    'truncate postings',
    'update audit_log set action = null',
    'delete from audit_log',
  ])('is append-only: the database rejects %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(/append-only/)
  })

  it('rejects a wallet below zero from every writer', async () => {
    const { id } = await makeAgent(database.kysely)
    await expect(run(`update accounts set balance_paise = -1 where id = '${id}'`)).rejects.toThrow(
      /accounts_balance_not_negative/,
    )
  })

  it('moves money between two wallets in both directions concurrently without a deadlock', async () => {
    const [one, other] = [await makeAgent(database.kysely), await makeAgent(database.kysely)]
    await giveMoney(database, one.id, 100_000)
    await giveMoney(database, other.id, 100_000)
    const transfer = (from: string, to: string) =>
      withTransaction(database, (tx) =>
        postTransfer(tx, {
          from: walletOf(from),
          to: walletOf(to),
          amountPaise: 100,
          method: 'cash',
          status: 'captured',
          userId: from,
        }),
      )
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        at % 2 ? transfer(one.id, other.id) : transfer(other.id, one.id),
      ),
    )
    const { rows } = await sql<{ total: number }>`
      select sum(balance_paise)::bigint as total from accounts where kind = 'wallet'`.execute(
      database.kysely,
    )
    expect(rows[0]?.total).toBe(200_000)
  })

  it.each([
    { amountPaise: -1, to: accounts.cash },
    { amountPaise: 1, to: uuidv7() },
    { amountPaise: 1, to: accounts.gateway, from: accounts.gateway },
  ])('rejects an invalid transfer: %o', async (wrong) => {
    const { id } = await makeAgent(database.kysely)
    await giveMoney(database, id, 1000)
    const before = await ledgerState()
    await expect(
      withTransaction(database, (tx) =>
        postTransfer(tx, {
          from: walletOf(id),
          method: 'cash',
          status: 'captured',
          userId: id,
          ...wrong,
        }),
      ),
    ).rejects.toThrow(/transfer/)
    expect(await ledgerState()).toEqual(before)
  })
})

describe('the audit of the ledger finds', () => {
  // Each test corrupts the ledger.
  beforeEach(openDatabase)
  afterEach(() => test.drop())

  const unguarded = (table: string) => run(`alter table ${table} disable trigger user`)

  async function findViolated(): Promise<string[]> {
    for (const table of ['journal_entries', 'postings'])
      await run(`alter table ${table} enable trigger user`)
    return (await checkInvariants(database)).map((finding) => finding.invariant)
  }

  it('nothing if all invariants hold', async () => {
    await giveMoney(database, (await makeAgent(database.kysely)).id, 1000)
    expect(await findViolated()).toEqual([])
  })

  it('a balance that was changed without a posting', async () => {
    const { id } = await makeAgent(database.kysely)
    await run(`update accounts set balance_paise = 1 where id = '${id}'`)
    expect(await findViolated()).toEqual([
      'each wallet holds the sum of its postings and is not negative',
    ])
  })

  it('postings that do not sum to zero, and an entry without any', async () => {
    const { id } = await makeAgent(database.kysely)
    await giveMoney(database, id, 1000)
    await unguarded('postings')
    await run('update postings set amount_paise = amount_paise + 1 where amount_paise > 0')
    expect(await findViolated()).toEqual(
      expect.arrayContaining([
        'all postings sum to zero',
        'each journal entry has two or more postings that sum to zero',
      ]),
    )
    await unguarded('postings')
    await run('delete from postings')
    expect(await findViolated()).toContain(
      'each journal entry has two or more postings that sum to zero',
    )
  })

  it('a sold lead without a buyer, and a sale without a purchase', async () => {
    const { id } = await makeAgent(database.kysely)
    await giveMoney(database, id, 1000)
    const leadId = await makeLead(database.kysely)
    await run(
      `update leads set status = 'sold', sold_cause = 'purchase', sold_at = now() where id = '${leadId}'`,
    )
    await withTransaction(database, (tx) =>
      postTransfer(tx, {
        from: walletOf(id),
        to: accounts.leadRevenue,
        amountPaise: 500,
        method: 'lead_wallet',
        status: 'captured',
        userId: id,
      }),
    )
    expect(await findViolated()).toEqual([
      'a lead sold to an agent has one purchase, every other lead none',
      'each sale of a lead from a wallet belongs to one purchase',
    ])
  })

  it('a purchase paid by another user, and a posting on the wallet of another user', async () => {
    const [buyer, other] = [await makeAgent(database.kysely), await makeAgent(database.kysely)]
    await giveMoney(database, other.id, 1000)
    const leadId = await makeLead(database.kysely)
    const { entryId } = await withTransaction(database, (tx) =>
      postTransfer(tx, {
        from: walletOf(other.id),
        to: accounts.leadRevenue,
        amountPaise: 500,
        method: 'lead_wallet',
        status: 'captured',
        userId: buyer.id,
      }),
    )
    await run(
      `update leads set status = 'sold', sold_cause = 'purchase', sold_at = now(), sold_cost_paise = 500,
         contact_digest = contact_digest(name, phone, email)
       where id = '${leadId}'`,
    )
    await run(
      `insert into purchases (id, lead_id, user_id, number, price_paise, full_price_paise, ageing_version, cost_paise, paid_with,
         entry_id, created_at)
       select gen_random_uuid(), '${leadId}', '${buyer.id}', next_purchase_number('${buyer.id}'), 500, 500, 1, 500, 'wallet', id, created_at
       from journal_entries where id = '${entryId}'`,
    )
    expect(await findViolated()).toEqual([
      'each posting on a wallet belongs to an entry of its user',
      'each purchase is paid by its buyer’s wallet to the revenue of leads',
    ])
  })

  it('a sale that credited no revenue account', async () => {
    const { id } = await makeAgent(database.kysely)
    await withTransaction(database, (tx) =>
      postTransfer(tx, {
        from: accounts.cash,
        to: accounts.adjustments,
        amountPaise: 5000,
        method: 'cash',
        status: 'captured',
        userId: id,
      }),
    )
    expect(await findViolated()).toEqual([
      'what a transaction earns is what its postings bring to revenue',
    ])
  })

  it('an action in a role that its actor does not have', async () => {
    const { id } = await makeAgent(database.kysely)
    await run(
      `insert into audit_log (actor_id, actor_role, action, subject_type)
       values ('${id}', 'admin', 'lead.edit', 'lead')`,
    )
    expect(await findViolated()).toEqual(['each action says in which role it was done'])
  })

  it('a live session of a suspended user', async () => {
    const { id } = await makeAgent(database.kysely)
    await run(`update users set status = 'suspended' where id = '${id}'`)
    expect(await findViolated()).toEqual(['no live session of a suspended user'])
  })
})
