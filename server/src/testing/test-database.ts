import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../platform/database/connect.ts'
import { sqlState } from '../platform/database/errors.ts'
import { migrate } from '../platform/database/migrate.ts'
import { storeSessionSettings } from '../platform/database/session-settings.ts'
import { installJobQueue } from '../platform/jobs/install-job-queue.ts'
import { describeSchema } from './data-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server of the test databases, set by the global set-up. */
    testDatabaseServer: string
    /** Name of the migrated database from which each test database is copied. */
    testDatabaseTemplate: string
  }
}

export type TestDatabase = {
  connectionString: string
  database: Database
  /** The settings with which a separate process connects to it. */
  settings: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string }
  /** Closes `database` and drops it, even if other clients are connected. */
  drop(): Promise<void>
}

/**
 * Creates a migrated, empty database on the real server: one per test file, usually in `beforeAll`, with `drop` in
 * `afterAll`. Copying the files of the template takes an eighth of the CPU time of writing its pages to the log.
 * @param poolSize maximum number of connections; the server allows 190 for all test files together
 */
export async function createTestDatabase({
  poolSize = 10,
  template = inject('testDatabaseTemplate'),
} = {}): Promise<TestDatabase> {
  const server = inject('testDatabaseServer')
  const name = `raahi_test_${randomBytes(8).toString('hex')}`
  await onServer(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  )
  const connectionString = databaseAddress(server, name)
  const settings = await settingsOf(connectionString, name)
  const database = connectDatabase({
    connectionString: settings.DATABASE_URL,
    directConnectionString: settings.DATABASE_DIRECT_URL,
    poolSize,
    listPoolSize: 2,
    // A busy machine must not decide whether a test passes; a separate test covers the limit.
    listLimits: { statementMs: 60_000 },
  })
  return {
    connectionString,
    database,
    settings,
    async drop() {
      await database.close()
      await onServer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** `TEST_DATABASE_POOLER_URL` names a PgBouncer in transaction mode in front of the server: the same tests go through it. */
async function settingsOf(address: string, name: string): Promise<TestDatabase['settings']> {
  const pooler = process.env.TEST_DATABASE_POOLER_URL
  if (!pooler) return { DATABASE_URL: address }
  await storeSessionSettings(address)
  return { DATABASE_URL: databaseAddress(pooler, name), DATABASE_DIRECT_URL: address }
}

/**
 * Creates the template, migrated and with its job queue, unless the server has it. Its name identifies the schema, so
 * that a changed schema means a new template.
 * @returns its name
 */
export async function ensureTemplate(server: string): Promise<string> {
  const template = `raahi_template_${await describeSchema()}`
  await onServer(server, async (client) => {
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (existing.rowCount) return
    // Created with another name and renamed, so that an interrupted run leaves no half-migrated template.
    const building = `raahi_test_${randomBytes(8).toString('hex')}`
    await client.query(`CREATE DATABASE ${building} TEMPLATE template0`)
    await migrate(databaseAddress(server, building))
    await installJobQueue(databaseAddress(server, building))
    try {
      await client.query(`ALTER DATABASE ${building} RENAME TO ${template}`)
    } catch (error) {
      await client.query(`DROP DATABASE ${building}`)
      if (sqlState(error) !== '42P04') throw error // Another run was faster. Its template is the same.
    }
  })
  return template
}

export function databaseAddress(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server, application_name: 'raahi-tests' })
  client.on('error', () => {}) // The running query rejects with the error.
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
