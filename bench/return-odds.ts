import { parseArgs } from 'node:util'
import { replaceReturnOdds } from '../server/src/features/return-odds/compute-return-odds.ts'
import { findReturnOdds } from '../server/src/features/return-odds/return-odds.queries.ts'
import { connectDatabase } from '../server/src/platform/database/connect.ts'
import { withTransaction } from '../server/src/platform/database/transaction.ts'
import { simulatePurchases } from '../server/src/testing/simulate-purchases.ts'
import { openEnvironment, withClient } from './environment.ts'
import { addAgents, addLeads, settle, withoutSearchIndexes } from './fill.ts'
import { positiveInteger } from './options.ts'

// Measures the nightly computation of the return odds on simulated purchases with known odds: `node bench/return-odds.ts`. It
// prints the time and the reliability table, and exits with 1 if it takes longer than 30 s or a tenth is off by 2 points.

const maxSeconds = 30
const maxPoints = 2
const ROUNDS = 3
const LEADS_PER_STATEMENT = 500_000
/** A year of odds before each of the months of the back-test. */
const DAYS = 580

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000' },
    purchases: { type: 'string', default: '100000' },
    folder: { type: 'string' },
  },
})
const leads = positiveInteger('--leads', values.leads)
const purchases = positiveInteger('--purchases', values.purchases)
// Fixed: the drawn returns and the months are the same in each run.
const at = new Date('2026-10-20T06:00:00Z')

const environment = await openEnvironment({ folder: values.folder, databaseUrl: undefined })
try {
  const databaseUrl = await environment.createDatabase('return_odds')
  const agentId = await withClient(databaseUrl, async (client) => {
    const [agent] = await addAgents(client, 1)
    await withoutSearchIndexes(client, async () => {
      for (let first = 0; first < leads - purchases; first += LEADS_PER_STATEMENT) {
        const count = Math.min(LEADS_PER_STATEMENT, leads - purchases - first)
        await addLeads(client, { first, count })
      }
    })
    await client.query('alter table return_policies disable trigger all')
    await client.query(`update return_policies set starts_at = '2020-01-01'`)
    await client.query('alter table return_policies enable trigger all')
    return agent?.userId ?? ''
  })
  const database = connectDatabase({ connectionString: databaseUrl, poolSize: 2 })
  try {
    await withTransaction(database, (tx) =>
      simulatePurchases(tx, { count: purchases, userId: agentId, until: at, days: DAYS }),
    )
    await withClient(databaseUrl, settle)
    const seconds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      await withTransaction(database, (tx) => replaceReturnOdds(tx, at))
      seconds.push((performance.now() - startedAt) / 1000)
    }
    const slowest = Math.max(...seconds)
    console.log(
      `${leads} leads, ${purchases} purchases: ${slowest.toFixed(1)} s (limit ${maxSeconds} s)`,
    )
    if (slowest > maxSeconds) process.exitCode = 1

    const odds = await findReturnOdds(database.kysely)
    const { backTest, priorWeight, tenths = [] } = odds ?? {}
    console.log(
      `back-test of ${backTest?.purchases} purchases: Brier score ${backTest?.brier.toFixed(5)}, of the base rate ${backTest?.baseBrier.toFixed(5)}; prior weight ${priorWeight?.toFixed(0)}`,
    )
    console.log('tenth  predicted  returned  difference in points')
    for (const { tenth, predicted, returned, purchases: tested } of tenths) {
      const points = 100 * (predicted - returned / tested)
      const shares = [100 * predicted, (100 * returned) / tested, points].map((n) => n.toFixed(2))
      console.log(`${tenth}  ${shares.join('  ')}`)
      if (Math.abs(points) > maxPoints) process.exitCode = 1
    }
    if (tenths.length !== 10 || !odds?.isBetter) process.exitCode = 1
  } finally {
    await database.close()
  }
} finally {
  await environment.close()
}
