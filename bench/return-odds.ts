import { replaceReturnOdds } from '../server/src/features/return-odds/compute-return-odds.ts'
import { findReturnOdds } from '../server/src/features/return-odds/return-odds.queries.ts'
import { connectDatabase } from '../server/src/platform/database/connect.ts'
import { withTransaction } from '../server/src/platform/database/transaction.ts'
import { simulatePurchases } from '../server/src/testing/simulate-purchases.ts'
import { withClient, withNewDatabase } from './environment.ts'
import { addAgents, addManyLeads, settle } from './fill.ts'
import { readNumbers } from './options.ts'

// Measures the nightly computation of the return odds on simulated purchases with known odds:
// `node bench/return-odds.ts`. It prints the time and the reliability table, and exits with 1 if it takes longer than
// 30 s or a tenth is off by more than 2 points.

const maxSeconds = 30
const maxPoints = 2
const ROUNDS = 3
/** Long enough that a year of purchases precedes each month of the back-test. */
const DAYS = 580

const { leads, purchases, folder } = readNumbers({ leads: 1_000_000, purchases: 100_000 })
// A fixed time, so that the simulated returns and the months are the same in each run.
const at = new Date('2026-10-20T06:00:00Z')

await withNewDatabase('return_odds', folder, async (databaseUrl) => {
  const agentId = await withClient(databaseUrl, async (client) => {
    const [agent] = await addAgents(client, 1)
    await addManyLeads(client, { count: leads - purchases })
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
})
