import pg from 'pg'
import type { Config } from '../config.ts'
import { installJobQueue } from '../jobs/install-job-queue.ts'
import { StartError } from '../start-error.ts'
import { connectDatabase, type Database } from './connect.ts'
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'
import { connectionStringOfRunning, startEmbeddedPostgres } from './embedded-postgres.ts'
import { errorCode } from './errors.ts'
import { migrate } from './migrate.ts'

const OLDEST_VERSION = 15

export type OpenDatabase = {
  database: Database
  connectionString: string
  /** Closes the connections and stops the embedded server, where it is ours. */
  close(): Promise<void>
}

export type OpenOptions = {
  /** Told what the operator should know about the database. */
  onNotice?: (message: string) => void
  /** Told that the embedded database is lost for good: the process had better end. */
  onGivenUp?: (error: Error) => void
  /** For commands used while the product runs: use its embedded database instead of refusing. */
  joinRunning?: boolean
}

/**
 * Opens the database that the settings name, the embedded one where they name none, and brings it up to date.
 * @throws StartError where that can't be done; nothing is left running then.
 */
export async function openDatabase(
  config: Config,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { onNotice = () => {} } = options
  const server = await openServer(config, options)
  try {
    if (config.databaseUrl) await checkServer(server.connectionString)
    await migrate(server.connectionString)
    await installJobQueue(server.connectionString)
  } catch (error) {
    await server.stop()
    throw error
  }
  let closing = false
  const database = connectDatabase({
    connectionString: server.connectionString,
    poolSize: config.databasePoolSize,
    onConnectionError(error) {
      if (!closing) onNotice(`A database connection was lost: ${error.message}`)
    },
  })
  return {
    database,
    connectionString: server.connectionString,
    async close() {
      closing = true
      // A query that never ends must not keep the server from stopping; a fast shutdown breaks it off.
      await Promise.race([database.close(), new Promise((done) => setTimeout(done, 1000).unref())])
      await server.stop()
    },
  }
}

type DatabaseServer = { connectionString: string; stop(): Promise<void> }

async function openServer(config: Config, options: OpenOptions): Promise<DatabaseServer> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl, stop: async () => {} }
  try {
    const lock = await lockDataFolder(config.dataDir)
    try {
      const embedded = await startEmbeddedPostgres(lock, options)
      return {
        connectionString: embedded.connectionString,
        stop: () => embedded.stop().finally(() => lock.release()),
      }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    if (!(options.joinRunning && error instanceof DataFolderInUse)) throw error
    return {
      connectionString: await connectionStringOfRunning(config.dataDir),
      stop: async () => {},
    }
  }
}

/**
 * Finds out, before anything relies on it, whether the database can be reached and is fit.
 * @throws StartError where not; its text never holds the password.
 */
async function checkServer(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // Said by the query that was running.
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: string; encoding: string }>(
      `SELECT current_setting('server_version') AS version,
              current_setting('server_version_num') AS number,
              current_setting('server_encoding') AS encoding`,
    )
    const [server] = rows
    if (!server || Number(server.number) < OLDEST_VERSION * 10_000) {
      throw new StartError(
        `The database is PostgreSQL ${server?.version}; Raahi needs ${OLDEST_VERSION} or newer.`,
      )
    }
    if (server.encoding !== 'UTF8') {
      throw new StartError(
        `The database stores text as ${server.encoding}; Raahi needs one made with ENCODING 'UTF8'.`,
      )
    }
  } catch (error) {
    throw error instanceof StartError ? error : unreachable(connectionString, error)
  } finally {
    await client.end().catch(() => {})
  }
}

function unreachable(connectionString: string, cause: unknown): StartError {
  const url = new URL(connectionString)
  const place = url.searchParams.get('host') ?? (url.host || 'the local socket')
  const reason = (cause instanceof Error && cause.message) || errorCode(cause) || String(cause)
  return new StartError(
    `The database at ${place} cannot be used (${reason}): check that it runs and that DATABASE_URL is right.`,
    { cause },
  )
}
