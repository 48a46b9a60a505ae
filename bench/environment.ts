import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { checkInvariants } from '../server/src/integrity/check-invariants.ts'
import { connectDatabase } from '../server/src/platform/database/connect.ts'
import { lockDataFolder } from '../server/src/platform/database/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { clusterFolder, readPidFile } from '../server/src/platform/database/postgres-cluster.ts'

/** On the disk of the checkout, because fsync costs nothing in a temporary folder in memory. */
const CACHE = join(import.meta.dirname, '../node_modules/.cache')

/** Prefix of the benchmark's databases. Nothing else on a given server is changed. */
const PREFIX = 'raahi_bench_'

/** Environment of every part: a separate database server, and a folder. */
export type Environment = {
  /** Folder for logs. It is deleted at the end. */
  folder: string
  /** Creates a migrated database, replaces an earlier one of that name, and returns its address. */
  createDatabase(name: string): Promise<string>
  close(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL with the product's settings and with fsync, unless a server address is given.
 * @throws StartError if it cannot be started
 */
export async function openEnvironment(given: {
  folder: string | undefined
  databaseUrl: string | undefined
}): Promise<Environment> {
  const folder = await makeFolder('raahi-bench-', given.folder)
  const lock = given.databaseUrl === undefined ? await lockDataFolder(folder) : undefined
  const embedded = lock && (await startEmbeddedPostgres(lock, { onNotice: console.error }))
  const server = embedded?.connectionString ?? given.databaseUrl ?? ''
  const createdDatabases = new Set<string>()
  return {
    folder,
    async createDatabase(name) {
      const database = PREFIX + name
      await withClient(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
        await client.query(`CREATE DATABASE ${database} TEMPLATE template0`)
      })
      createdDatabases.add(database)
      const url = new URL(server)
      url.pathname = `/${database}`
      await migrate(url.href)
      return url.href
    },
    async close() {
      if (embedded) {
        await embedded.stop()
        await lock?.release()
      } else {
        for (const database of createdDatabases) {
          await withClient(server, (client) =>
            client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
          )
        }
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs `work` with a new database on the embedded PostgreSQL, and removes both. */
export async function withNewDatabase(
  name: string,
  folder: string | undefined,
  work: (databaseUrl: string, environment: Environment) => Promise<void>,
): Promise<void> {
  const environment = await openEnvironment({ folder, databaseUrl: undefined })
  try {
    await work(await environment.createDatabase(name), environment)
  } finally {
    await environment.close()
  }
}

/** The process id of the main process of the embedded PostgreSQL. */
export async function databasePid({ folder }: Environment): Promise<number> {
  return (await readPidFile(clusterFolder(folder)))?.pid ?? 0
}

/** Creates a folder with this prefix in `below`. */
export async function makeFolder(prefix: string, below = CACHE): Promise<string> {
  await mkdir(below, { recursive: true })
  return mkdtemp(join(below, prefix))
}

/** Runs `work` with a separate connection. int8 values are read as numbers. */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === 20 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? format : 'text'),
    },
  })
  client.on('error', () => {}) // The running query throws the error.
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Adds a setting that applies to every session of the address. */
export function withSetting(connectionString: string, setting: string): string {
  const url = new URL(connectionString)
  const existing = url.searchParams.get('options')
  url.searchParams.set('options', existing ? `${existing} -c ${setting}` : `-c ${setting}`)
  return url.href
}

/**
 * Checks all invariants of a database.
 * @throws Error that names the violated invariants
 */
export async function requireAllInvariantsHold(connectionString: string): Promise<void> {
  const database = connectDatabase({ connectionString, poolSize: 1 })
  try {
    const findings = await checkInvariants(database)
    if (findings.length === 0) return
    throw new Error(`violated invariants: ${findings.map(({ invariant }) => invariant).join('; ')}`)
  } finally {
    await database.close()
  }
}
