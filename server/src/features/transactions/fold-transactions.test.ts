import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgent } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { foldTransactions } from './fold-transactions.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('the changes of an import are folded in batches within the statement time limit, to correct figures', async () => {
  const { database } = own
  const db = database.kysely
  const agent = await makeAgent(db)
  await sql`
    insert into journal_entries (id, method, status, user_id, amount_paise, created_at)
    select gen_random_uuid(), 'recharge_by_admin', 'captured', ${agent.id}, 100,
      now() - make_interval(days => n % 25) from generate_series(1, 25000) n`.execute(db)
  const changes = async () => {
    const { rows } = await sql<{ changes: number; transactions: number }>`
      select count(*)::integer as changes, coalesce(sum(cardinality(ids)), 0)::integer as transactions
      from transaction_changes`.execute(db)
    return rows[0] ?? { changes: 0, transactions: 0 }
  }
  expect(await changes()).toEqual({ changes: 25_000, transactions: 25_000 })

  const { rows } = await sql<{ n: number }>`select fold_transactions() as n`.execute(db)
  expect(rows[0]?.n).toBe(10_000)
  expect((await changes()).transactions).toBe(15_000)
  await foldTransactions(database)
  expect((await changes()).changes).toBe(0)
  const { rows: figures } = await sql`
    select (select n from transaction_totals) as total, (select sum(n)::integer from transaction_day_totals) as days,
      (select count(*)::integer from transaction_search) as searchable`.execute(db)
  expect(figures).toEqual([{ total: 25_000, days: 25_000, searchable: 25_000 }])
})

test('a change larger than a batch is folded too', async () => {
  const { database } = own
  await sql`
    insert into transaction_changes (day, method, status, n, amount_paise, earned_paise, ids)
    select current_date, 'cash', 'captured', 12000, 0, 0, array_agg(gen_random_uuid())
    from generate_series(1, 12000)`.execute(database.kysely)
  await foldTransactions(database)
  const { rows } = await sql`select from transaction_changes`.execute(database.kysely)
  expect(rows).toHaveLength(0)
})
