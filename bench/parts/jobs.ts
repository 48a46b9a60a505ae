import { replaceReturnOdds } from '../../server/src/features/return-odds/compute-return-odds.ts'
import { checkInvariantsWithin } from '../../server/src/integrity/check-invariants.ts'
import { connectDatabase, type Database } from '../../server/src/platform/database/connect.ts'
import { withTransaction } from '../../server/src/platform/database/transaction.ts'
import { sealDays } from '../../server/src/platform/ledger/seals/seal-days.ts'
import { agentIdPrefix, numberedSql } from '../../server/src/testing/load/fill.ts'
import type { Environment } from '../environment.ts'
import { goals } from '../goals.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

const newLeads = 100
/** Saved searches per lead of the database: 100,000 at 1,000,000 leads. */
const searchesPerLead = 0.1

/** Measures background work on the largest database. */
export async function benchJobs(environment: Environment, options: Options): Promise<Row[]> {
  const { databaseUrl, leads } = await environment.openBusiness(options.large)
  const database = connectDatabase({ connectionString: databaseUrl, poolSize: 2 })
  try {
    // All days that have ended are sealed, as in a product that has run for a year.
    while ((await sealDays(database)) > 0);
    const fast = await secondsOf(() => audit(database, 'fast'))
    const complete = await secondsOf(() => audit(database, 'complete'))
    const odds = await secondsOf(() =>
      withTransaction(database, (tx) => replaceReturnOdds(tx, new Date())),
    )
    await database.pool.query(searchesSql, [leads * searchesPerLead, leads / 20])
    await database.pool.query('vacuum (analyze) saved_searches')
    await database.pool.query(newLeadsSql, [newLeads])
    const matching = await secondsOf(() => matchAll(database))
    return [
      { ...goals.audit, value: fast, detail: `complete audit ${complete.toFixed(1)} s` },
      { ...goals.returnOdds, value: odds, detail: '' },
      { ...goals.matching, value: matching, detail: '' },
    ]
  } finally {
    await database.close()
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** On one core, as the product runs it. */
async function audit(database: Database, scope: 'fast' | 'complete'): Promise<void> {
  const { findings } = await checkInvariantsWithin(database, { scope, statementTimeoutMs: 600_000 })
  if (findings.length > 0) throw new Error(findings.map((one) => one.invariant).join('; '))
}

async function matchAll({ pool }: Database): Promise<void> {
  await pool.query(
    `select match_lead(id, created_at) from (
       select id, created_at from leads order by created_at desc limit $1) newest`,
    [newLeads],
  )
}

/** Three of four searches name a place that leads have, and one names a trip type only. */
const searchesSql = `
  insert into saved_searches (id, user_id, name, lead_type, trip_type, destinations, cities)
  select gen_random_uuid(), ${numberedSql(agentIdPrefix, 'n % $2::integer')}, 'Search ' || n,
    case n % 3 when 0 then 'domestic' when 1 then 'international' end,
    case when n % 4 = 0 then (array['Family', 'Couples', 'Group', 'Friends'])[1 + n / 4 % 4] end,
    case when n % 4 in (1, 2) then array[(array['Goa','Kerala','Manali','Bali','Dubai','Leh'])[1 + n % 6], 'Nowhere ' || n] else '{}' end,
    case when n % 4 = 3 then array[(array['Mumbai','Delhi','Pune','Chennai'])[1 + n / 4 % 4]] else '{}' end
  from generate_series(0, $1::integer - 1) n`

const newLeadsSql = `
  insert into leads (id, name, phone, email, city, destination, adult, trip_type, lead_type)
  select gen_random_uuid(), name, phone, email, city, destination, adult, trip_type, lead_type
  from leads where status = 'buy' order by id limit $1`
