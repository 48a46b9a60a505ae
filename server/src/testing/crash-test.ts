import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Database } from '../platform/database/connect.ts'
import { type ProductProcess, startProduct } from './product-process.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The environment of tests that kill processes. */
export interface CrashTest {
  readonly database: Database
  /** Starts a process of the product with these settings, on the database and the files of the test. */
  start(env?: NodeJS.ProcessEnv, main?: string): Promise<ProductProcess>
  /** Moves the start and heartbeat of running jobs, and the last check for timeouts, back. @returns the number of running jobs */
  expireRunningJobs(): Promise<number>
}

/** Creates a database and a data folder for the tests of a file. After the tests, removes both and all processes. */
export function prepareCrashTest(): CrashTest {
  let made: TestDatabase
  let folder: string
  const products: ProductProcess[] = []
  beforeAll(async () => {
    made = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'raahi-crash-'))
  })
  afterAll(async () => {
    for (const { child } of products) child.kill('SIGKILL')
    await made.drop()
    await rm(folder, { recursive: true, force: true })
  })
  async function countJobStatements(): Promise<number | undefined> {
    const { rows } = await made.database.pool.query<{ n: number }>(`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and application_name = 'raahi-jobs' and state = 'active'`)
    return rows[0]?.n
  }
  return {
    get database() {
      return made.database
    },
    async start(env = {}, main) {
      const settings = { DATA_DIR: folder, DATABASE_URL: made.connectionString, ...env }
      const product = await startProduct(settings, main)
      products.push(product)
      return product
    },
    async expireRunningJobs() {
      const { pool } = made.database
      // A statement of the killed process may still take a job.
      await expect.poll(countJobStatements).toBe(0)
      await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL')
      const { rowCount } = await pool.query(
        "UPDATE pgboss.job SET started_on = started_on - interval '5 minutes', heartbeat_on = heartbeat_on - interval '5 minutes' WHERE state = 'active'",
      )
      return rowCount ?? 0
    },
  }
}
