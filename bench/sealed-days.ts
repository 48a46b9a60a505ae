import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config/index.ts'
import { type AuditScope, checkInvariantsWithin } from '../server/src/integrity/check-invariants.ts'
import { connectDatabase, type Database } from '../server/src/platform/database/connect.ts'
import { clusterFolder, readPidFile } from '../server/src/platform/database/postgres-cluster.ts'
import { findChangedDays } from '../server/src/platform/ledger/seals/check-seals.ts'
import { cpuBetween, readCpuTimes } from './database-cpu.ts'
import { openEnvironment, withClient } from './environment.ts'
import { settle } from './fill.ts'
import { addBusiness } from './fill-business.ts'
import { positiveInteger } from './options.ts'
import { sealAllDays } from './seal-all-days.ts'

// Measures the audit before and after the days of a year are sealed, and the sealing itself:
// `node bench/sealed-days.ts`.

const { values } = parseArgs({
  options: { leads: { type: 'string', default: '1000000' }, folder: { type: 'string' } },
})
const leads = positiveInteger('--leads', values.leads)
const environment = await openEnvironment({ folder: values.folder, databaseUrl: undefined })
try {
  const databaseUrl = await environment.createDatabase('sealed_days')
  const { invoices } = readConfig({})
  await withClient(databaseUrl, (client) => addBusiness(client, { leads, ...invoices }))
  const database = connectDatabase({ connectionString: databaseUrl, poolSize: 2 })
  try {
    await audit(database, 'complete', 'complete audit, no day sealed')
    await measure('sealing a year', async () => {
      console.log(`${await sealAllDays(databaseUrl)} days`)
    })
    await withClient(databaseUrl, settle)
    for (let run = 1; run <= 3; run += 1) await audit(database, 'fast', `fast audit ${run}`)
    await audit(database, 'complete', 'complete audit')
    await measure('all sealed days hashed again', async () => {
      if ((await findChangedDays(database)).length > 0) throw new Error('a sealed day has changed')
    })
  } finally {
    await database.close()
  }
} finally {
  await environment.close()
  await rm(environment.folder, { recursive: true, force: true })
}

async function audit(database: Database, scope: AuditScope, name: string): Promise<void> {
  await measure(name, async () => {
    // On one core, as the product runs it. The CPU times of parallel workers would be lost when they end.
    const limits = { scope, statementTimeoutMs: 600_000 }
    const { findings } = await checkInvariantsWithin(database, limits)
    if (findings.length > 0) throw new Error(findings.map((one) => one.invariant).join('; '))
  })
}

/** Prints the elapsed time, and the CPU time of the database and of this program. */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const pid = (await readPidFile(clusterFolder(environment.folder)))?.pid ?? 0
  const [before, own, began] = [await readCpuTimes(pid), process.cpuUsage(), performance.now()]
  await work()
  const elapsed = performance.now() - began
  const { user, system } = process.cpuUsage(own)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${name.padEnd(34)} ${seconds(elapsed)}, CPU of the database ${seconds(cpuBetween(before, await readCpuTimes(pid)))}, own ${seconds((user + system) / 1000)}`,
  )
}
