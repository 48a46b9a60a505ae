import { expect, it, vi } from 'vitest'
import { readConfig } from '../server/src/config/index.ts'
import { checkInvariants } from '../server/src/integrity/check-invariants.ts'
import { withClient } from '../server/src/testing/load/database.ts'
import { freePort } from '../server/src/testing/product-process.ts'
import { createTestDatabase } from '../server/src/testing/test-database.ts'
import { openEnvironment } from './environment.ts'
import { addBusiness } from './fill-business.ts'
import { type Part, partNames } from './options.ts'
import { runParts } from './run-parts.ts'

it('fills a database in which all invariants hold and no index is missing', async () => {
  const { connectionString, database, drop } = await createTestDatabase()
  const readIndexes = async () =>
    (await database.pool.query('select indexdef from pg_indexes order by 1')).rows
  const indexes = await readIndexes()
  const { seller, sac } = readConfig({}).invoices
  await withClient(connectionString, (client) => addBusiness(client, { leads: 2000, seller, sac }))
  expect(await checkInvariants(database)).toEqual([])
  expect(await readIndexes()).toEqual(indexes)
  await drop()
})

// 'start' and 'size' build the site, which other tests use.
const left: readonly Part[] = ['start', 'size']
const parts = partNames.filter((part) => !left.includes(part))

it('measures every part that can be small', async () => {
  vi.stubEnv('SERVER_PROCESSES', '1')
  const environment = await openEnvironment({ folder: undefined })
  // While 'list' and 'flood' measure, a lead is sold every 20 ms, for some seconds on a busy machine.
  const sizes = { small: 2000, medium: 2000, large: 4000 }
  const run = { only: parts, rounds: 1, seconds: 0.1, folder: undefined, port: await freePort() }
  try {
    const rows = await runParts(environment, { ...sizes, ...run })
    const failures = rows.flatMap((row) => ('why' in row ? [row.why] : []))
    const unexpected = failures.filter((why) => !why.includes('pgbench is not installed'))
    expect(unexpected.join('\n')).toBe('')
    expect(rows.length).toBeGreaterThan(parts.length)
  } finally {
    vi.unstubAllEnvs()
    await environment.close()
  }
}, 600_000)
