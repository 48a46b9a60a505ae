import type { Config } from '../../config/index.ts'
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'
import { connectionStringOfRunning, startEmbeddedPostgres } from './embedded-postgres.ts'

/** A database server: its address, and a function that stops it if it is the embedded one. */
export type DatabaseServer = { connectionString: string; stop(): Promise<void> }

export type ServerOptions = {
  /** Called with messages about the database for the operator. */
  onNotice?: (message: string) => void
  /** Called when the embedded database is lost; the process should end. */
  onGivenUp?: (error: Error) => void
  /** For commands that run beside the product: use its embedded database instead of failing. */
  joinRunning?: boolean
}

/**
 * Starts the embedded server if the settings name no database.
 * @throws StartError if that fails
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
