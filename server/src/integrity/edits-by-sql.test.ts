import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendOnlyTables } from '../platform/database/guard-invariants.ts'
import { checkDay, findChangedDays } from '../platform/ledger/seals/check-seals.ts'
import { sealDays } from '../platform/ledger/seals/seal-days.ts'
import {
  approveKyc,
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
} from '../testing/factories.ts'
import { setLeadPrice } from '../testing/insert-records.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { auditStatements } from './audit-statements.ts'
import { checkInvariants, invariants } from './check-invariants.ts'

// Edits of a superuser that break no constraint: the complete audit finds each.

let test: TestDatabase
let agent: MadeUser
let verified: MadeUser
beforeAll(async () => {
  test = await createTestDatabase()
  const db = test.database.kysely
  await makeAdmin(db)
  ;[agent, verified] = [await makeAgent(db), await makeAgent(db)]
  await giveMoney(test.database, agent.id, 10_000)
  await setLeadPrice(db, 'both', 5000)
  await givePlan(test.database, agent.id, await makePlan(db, { lead_quota: 1 }))
  for (const payWith of ['plan', 'wallet'])
    await sql`select buy_lead(gen_random_uuid(), gen_random_uuid(), ${agent.id}, ${await makeLead(db)}, 5000, ${payWith},
      null, null, null, null)`.execute(db)
  await approveKyc(db, verified.id)
  expect(await checkInvariants(test.database)).toEqual([])
})
afterAll(() => test.drop())

const asSuperuser = 'set local session_replication_role = replica;'
const setKyc = (status: string, more = '') =>
  `${asSuperuser} update users set kyc_status = '${status}' ${more}`

/** Returns the result of `read` after a change, which is then rolled back. */
async function after<T>(
  change: string,
  read: (tx: Parameters<typeof checkDay>[0]) => Promise<T>,
): Promise<T | undefined> {
  let found: T | undefined
  const rolledBack = new Error('rolled back')
  const changed = test.database.kysely.transaction().execute(async (tx) => {
    await sql.raw(change).execute(tx)
    found = await read(tx)
    throw rolledBack
  })
  await expect(changed).rejects.toBe(rolledBack)
  return found
}

describe('the audit finds', () => {
  const recharge = 'each recharge by an admin is in the audit log with its amount'
  const kyc = 'each user has the KYC status of its last change in the audit log'
  const guard = 'each append-only table has the trigger that refuses changes'
  const off = 'no trigger of a table is switched off'
  it.each<[string, string, () => string]>([
    [
      'a recharge whose entry was removed from the audit log',
      recharge,
      () => `${asSuperuser} delete from audit_log where action = 'wallet.recharge'`,
    ],
    [
      'a recharge that the audit log has with another amount',
      recharge,
      () => `${asSuperuser} update audit_log set after = after || '{"amountPaise": 1}'
        where action = 'wallet.recharge'`,
    ],
    [
      'a recharge by SQL',
      recharge,
      () => `select post_transfer(gen_random_uuid(), (select id from accounts where kind = 'cash'),
        '${agent.id}', 100, 'recharge_by_admin', 'captured', '${agent.id}')`,
    ],
    [
      'an approved KYC without a decision',
      kyc,
      () =>
        setKyc(
          'approved',
          `, kyc_submitted_at = now(), kyc_decided_at = now(), kyc_decided_by =
            (select id from users where role = 'admin' limit 1) where id = '${agent.id}'`,
        ),
    ],
    [
      'a KYC that is no longer approved without a decision',
      kyc,
      () =>
        setKyc(
          'none',
          `, kyc_submitted_at = null, kyc_decided_at = null, kyc_decided_by = null
            where id = '${verified.id}'`,
        ),
    ],
    [
      'a KYC that another admin decided',
      kyc,
      () => `update users set kyc_decided_by = (select id from users u where role = 'admin'
        and u.id <> users.kyc_decided_by limit 1) where id = '${verified.id}'`,
    ],
    [
      'a trigger of an append-only table that is switched off',
      guard,
      () => 'alter table audit_log disable trigger audit_log_append_only',
    ],
    [
      'a trigger that only fires on replicas',
      guard,
      () => 'alter table postings enable replica trigger postings_append_only',
    ],
    [
      'a trigger that was dropped',
      guard,
      () => 'drop trigger sealed_days_append_only on sealed_days',
    ],
    [
      'a trigger that refuses only some changes',
      guard,
      () => `drop trigger invoices_append_only on invoices;
        create trigger invoices_append_only before truncate on invoices
          for each statement execute function refuse_change()`,
    ],
    [
      'a function that refuses nothing',
      guard,
      () => `create or replace function refuse_change() returns trigger language plpgsql as $$
        begin return null; end $$`,
    ],
    [
      'any other trigger that is switched off',
      off,
      () => 'alter table leads disable trigger leads_recorded_update',
    ],
  ])('%s', async (_, name, change) => {
    const [audit] = auditStatements({ [name]: invariants[name] ?? '' })
    const rows = await after(
      change(),
      async (tx) => (await sql.raw(audit?.text ?? '').execute(tx)).rows,
    )
    expect(rows).not.toEqual([])
  })

  it('changes in each table with the trigger', async () => {
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger
      where tgfoid = 'refuse_change'::regproc order by 1`.execute(test.database.kysely)
    expect(rows.map(({ name }) => name)).toEqual(appendOnlyTables)
  })
})

describe('a sealed day of the audit log', () => {
  let day: string
  beforeAll(async () => {
    const db = test.database.kysely
    for (let n = 0; n < 3; n += 1)
      await sql`insert into audit_log (at, actor_role, action, subject_type, after)
        values (now() - interval '3 days', 'console', 'settings.change', 'settings', jsonb_build_object('n', ${n}::integer))`.execute(
        db,
      )
    expect(await sealDays(test.database)).toBe(1)
    const { rows } = await sql<{ day: string }>`
      select to_char(day, 'YYYY-MM-DD') as day from sealed_days`.execute(db)
    day = rows[0]?.day ?? ''
    expect(await findChangedDays(test.database)).toEqual([])
    expect(await checkInvariants(test.database)).toEqual([])
  })

  it.each([
    ['a removed entry', `delete from audit_log where after ->> 'n' = '1'`],
    ['all removed entries', `delete from audit_log where after ? 'n'`],
    ['a changed entry', `update audit_log set after = '{"n": 7}' where after ->> 'n' = '1'`],
    ['another action', `update audit_log set action = 'settings.other' where after ->> 'n' = '0'`],
    ['another time', `update audit_log set at = at + interval '1 microsecond' where after ? 'n'`],
    ['an entry of another day', `update audit_log set at = now() where after ->> 'n' = '2'`],
    [
      'an added entry',
      `insert into audit_log (at, actor_role, action, subject_type)
        values (now() - interval '3 days', 'console', 'settings.change', 'settings')`,
    ],
  ])('differs from its seal after %s', async (_, change) => {
    const found = await after(`${asSuperuser} ${change}`, (tx) => checkDay(tx, day))
    expect(found).toMatch(/audit log/)
  })

  it('has counts and hashes in the chain', async () => {
    const chain = 'each sealed day follows from the day before by its hash'
    for (const column of ['actions = actions + 1', "actions_hash = sha256('x')"]) {
      const rows = await after(
        `${asSuperuser} update sealed_days set ${column}`,
        async (tx) => (await sql.raw(invariants[chain] ?? '').execute(tx)).rows,
      )
      expect(rows).toHaveLength(1)
    }
  })
})
