import type { Config } from '../../config/index.ts'
import { installJobQueue } from '../jobs/install-job-queue.ts'
import { checkPooler, checkServer } from './check-server.ts'
import { connectDatabase, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { openServer, type ServerOptions } from './open-server.ts'
import { storeSessionSettings } from './session-settings.ts'

export type OpenDatabase = {
  database: Database
  connectionString: string
  /** Closes the connections and stops the embedded server, if one runs. */
  close(): Promise<void>
}

export type OpenOptions = ServerOptions & {
  /** A statement without a response in this time fails and its connection is closed; unset: no limit. */
  answerWithinMs?: number
}

/**
 * Opens the database of the settings, or the embedded one, and migrates it.
 * @throws StartError if that fails; nothing keeps running then
 */
export async function openDatabase(
  config: Config,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const { onNotice = () => {} } = options
  const server = await openServer(config, options)
  const direct = config.databaseDirectUrl
  // The steps of a start require sessions, so they bypass the pooler.
  const directAddress = direct ?? server.connectionString
  try {
    if (config.databaseUrl)
      await checkServer(directAddress, direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    await migrate(directAddress)
    await installJobQueue(directAddress)
    if (direct) {
      await storeSessionSettings(direct)
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
    poolSize: config.databasePoolSize,
    listPoolSize: config.databaseListPoolSize,
    answerWithinMs: options.answerWithinMs,
    onConnectionError(error) {
      if (!closing) onNotice(`A database connection was lost: ${error.message}`)
    },
  })
  return {
    database,
    connectionString: server.connectionString,
    async close() {
      closing = true
      // A query that never ends must not block the stop; the fast shutdown aborts it.
      await Promise.race([database.close(), new Promise((done) => setTimeout(done, 1000).unref())])
      await server.stop()
    },
  }
}
