import type { Config } from '../../config/index.ts'
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'
import { connectionStringOfRunning, startEmbeddedPostgres } from './embedded-postgres.ts'

/** What a server of a database is to whoever uses it: where it is, and what stops it where it is ours. */
export type DatabaseServer = { connectionString: string; stop(): Promise<void> }

export type ServerOptions = {
  /** Told what the operator should know about the database. */
  onNotice?: (message: string) => void
  /** Told that the embedded database is lost for good: the process had better end. */
  onGivenUp?: (error: Error) => void
  /** For commands used while the product runs: use its embedded database instead of refusing. */
  joinRunning?: boolean
}

/**
 * Starts the embedded server where the settings name no other.
 * @throws StartError where that can't be done
 */
export async function openServer(
  config: Config,
  options: ServerOptions = {},
): Promise<DatabaseServer> {
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
