import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealDays } from '../platform/ledger/seals/seal-days.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePlan,
  makePurchase,
  makeRequest,
} from '../testing/factories.ts'
import { setLeadPrice } from '../testing/insert-records.ts'
import { disableGuards, moveEntriesBack } from '../testing/sealed-days.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { auditStatements } from './audit-statements.ts'
import { checkInvariants, countInvariants, invariants } from './check-invariants.ts'
import { fastQueriesOf, namesInFastAudit, namesOfOpenRows } from './fast-audit.ts'

it('names only invariants, each once', () => {
  expect(namesInFastAudit.filter((name) => !(name in invariants))).toEqual([])
  expect(new Set(namesInFastAudit).size).toBe(namesInFastAudit.length)
})

it('checks fewer invariants than the complete audit', () => {
  expect(countInvariants('fast')).toBeLessThan(countInvariants('complete'))
})

it('reads the entries of open days in one statement', () => {
  const statements = auditStatements(fastQueriesOf(invariants))
  expect(statements.filter(({ text }) => text.includes('open_entries'))).toHaveLength(1)
})

describe('a violation since the last sealed day', () => {
  let test: TestDatabase
  let agent: MadeUser
  let other: MadeUser
  beforeAll(async () => {
    test = await createTestDatabase()
    const { database } = test
    const db = database.kysely
    ;[agent, other] = [await makeAgent(db), await makeAgent(db)]
    const admin = await makeAdmin(db)
    await setLeadPrice(db, 'both', 5000)
    await giveMoney(database, agent.id, 100_000)
    await moveEntriesBack(database, 2)
    expect(await sealDays(database)).toBe(1)
    await giveMoney(database, agent.id, 120_000)
    await givePlan(database, agent.id, await makePlan(db, { price_paise: 1000_00 }))
    await givePlan(database, agent.id, await makePlan(db, { price_paise: 1000_00 }), 'wallet')
    const request = await makeRequest(database, agent.id, await makePurchase(database, agent.id))
    await sql`select decide_replacement(${request}, 'approved', ${admin.id}, gen_random_uuid())`.execute(
      db,
    )
    expect(await checkInvariants(database, 'fast')).toEqual([])
  })
  afterAll(() => test.drop())

  const entry = (method: string) =>
    `(select id from journal_entries where method = '${method}' order by number desc limit 1)`
  const account = (kind: string) => `(select id from accounts where kind = '${kind}')`
  const credit = (method: string, change: string) =>
    `update postings set ${change} where entry_id = ${entry(method)} and amount_paise > 0`

  /** By invariant: a statement that violates it. */
  const violations: Record<string, () => string> = {
    'each journal entry has two or more postings that sum to zero': () =>
      `delete from postings where entry_id = ${entry('lead_wallet')} and amount_paise > 0`,
    'each journal entry moves the amount it says': () =>
      `update journal_entries set amount_paise = amount_paise + 1 where id = ${entry('lead_wallet')}`,
    'each posting belongs to an account': () =>
      credit('lead_wallet', 'account_id = gen_random_uuid()'),
    'each posting on a wallet belongs to an entry of its user': () =>
      `update journal_entries set user_id = '${other.id}' where id = ${entry('lead_wallet')}`,
    'each purchase is funded by one journal entry of exactly its price': () =>
      'update purchases set cost_paise = cost_paise + 1',
    'each purchase is paid by its buyer’s wallet to the revenue of leads': () =>
      credit('lead_wallet', `account_id = ${account('revenue_plans')}`),
    'each sale of a lead from a wallet belongs to one purchase': () =>
      `update journal_entries set method = 'lead_wallet' where id = ${entry('recharge_by_admin')}`,
    'each sale of a plan granted one subscription': () =>
      `update subscriptions set cause = 'free', price_paise = 0, entry_id = null`,
    'each payment of a plan from a wallet granted one subscription': () =>
      `delete from subscriptions where cause = 'wallet'`,
    'each subscription was paid by one journal entry of exactly its price, or costs nothing': () =>
      'update subscriptions set price_paise = price_paise + 1',
    'each price of a plan went from where it was paid to the revenue of plans': () =>
      credit('cash', `account_id = ${account('revenue_leads')}`),
    'each online payment into a wallet belongs to a paid top-up': () =>
      `update journal_entries set method = 'Online' where id = ${entry('recharge_by_admin')}`,
    'each Online entry belongs to a captured payment or to its refund': () =>
      `update journal_entries set method = 'Online' where id = ${entry('recharge_by_admin')}`,
    'each recharge by an admin is in the audit log with its amount': () =>
      `update journal_entries set user_id = '${other.id}' where id = ${entry('recharge_by_admin')}`,
    'each purchase has the time of its journal entry, or of the use of the plan': () =>
      `update purchases set created_at = created_at + interval '1 microsecond'`,
    'each subscription that an admin sold or a wallet paid has the terms that the audit log has':
      () => 'update subscriptions set lead_quota = lead_quota + 1',
    'each refund is paid to its user’s wallet': () =>
      credit('wallet_refund', `account_id = '${other.id}'`),
    'each refund belongs to one approved replacement': () => 'delete from replacement_requests',
    'what a transaction earns is what its postings bring to revenue': () =>
      credit('lead_wallet', `account_id = ${account('gateway')}`),
    'all postings sum to zero': () => credit('lead_wallet', 'amount_paise = amount_paise + 1'),
    'each wallet holds the sum of its postings and is not negative': () =>
      `update accounts set balance_paise = balance_paise + 1 where id = '${agent.id}'`,
    'the balances noted along each wallet follow from its postings': () =>
      `update postings set balance_after_paise = balance_after_paise + 1 where entry_id = ${entry('lead_wallet')}`,
    'no entry and no posting was added to a sealed day or removed from one': () =>
      'delete from postings where entry_id = (select id from journal_entries order by number limit 1)',
  }

  it('is tested for each invariant whose query differs in the fast audit', () => {
    expect(Object.keys(violations)).toEqual(namesOfOpenRows)
  })

  it.each(Object.entries(violations))('is found: %s', async (name, change) => {
    for (const queries of [invariants, fastQueriesOf(invariants)]) {
      const [audit] = auditStatements({ [name]: queries[name] ?? '' })
      expect(await rowsAfter(change(), audit?.text ?? '')).toBeGreaterThan(0)
    }
  })

  async function rowsAfter(change: string, query: string): Promise<number> {
    let found = -1
    const rolledBack = new Error('rolled back')
    const changed = test.database.kysely.transaction().execute(async (tx) => {
      await disableGuards(tx)
      await sql.raw(change).execute(tx)
      found = (await sql.raw(query).execute(tx)).rows.length
      throw rolledBack
    })
    await expect(changed).rejects.toBe(rolledBack)
    return found
  }
})
