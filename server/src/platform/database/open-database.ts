import type { Config } from '../../config/index.ts'
import { installJobQueue } from '../jobs/install-job-queue.ts'
import { checkPooler, checkServer } from './check-server.ts'
import { connectDatabase, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { openServer, type ServerOptions } from './open-server.ts'
import { keepSessionSettings } from './session-settings.ts'

export type OpenDatabase = {
  database: Database
  connectionString: string
  /** Closes the connections and stops the embedded server, where it is ours. */
  close(): Promise<void>
}

export type OpenOptions = ServerOptions & {
  /** A statement that is not answered within this is given up with its connection; unset: it is waited for. */
  answerWithinMs?: number
  /** Told that lists are read elsewhere, and why. */
  onReplica?: (message: string) => void
}

/**
 * Opens the database that the settings name, the embedded one where they name none, and brings it up to date.
 * @throws StartError where that can't be done; nothing is left running then.
 */
export async function openDatabase(
  config: Config,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { onNotice = () => {}, onReplica = () => {} } = options
  const server = await openServer(config, options)
  const direct = config.databaseDirectUrl
  // What is made at a start uses sessions.
  const owned = direct ?? server.connectionString
  try {
    if (config.databaseUrl)
      await checkServer(owned, direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    await migrate(owned)
    await installJobQueue(owned)
    if (direct) {
      await keepSessionSettings(direct)
      await checkPooler(server.connectionString)
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  let closing = false
  const database = connectDatabase({
    connectionString: server.connectionString,
    directConnectionString: direct,
    replicaConnectionString: config.databaseReplicaUrl,
    poolSize: config.databasePoolSize,
    listPoolSize: config.databaseListPoolSize,
    answerWithinMs: options.answerWithinMs,
    onReplica,
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
