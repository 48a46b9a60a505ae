import cluster from 'node:cluster'
import { type Config, readConfig } from './config/index.ts'
import { errorCode, isDatabaseUnavailable } from './platform/database/errors.ts'
import { StartError } from './platform/start-error.ts'
import type { RunningServer } from './runtime/run-server.ts'

type Start = {
  /** Runs once before the first request is accepted; with several processes, the first worker loads its code meanwhile. */
  prepare?: () => Promise<void>
  /** Called once, in the process that first accepts requests. */
  onReady?: (running: RunningServer) => Promise<void>
}

// Modules are imported where they are needed, because the supervisor serves no requests and should use little memory.

/**
 * Runs the product until it is stopped: in this process, or in several that share its port.
 * @throws StartError if it cannot start, or what `prepare` throws. Nothing is left running.
 */
export async function runProduct(
  config: Config,
  { prepare = async () => {}, onReady = async () => {} }: Start = {},
): Promise<void> {
  if (cluster.isWorker) {
    const { runWorker } = await import('./runtime/worker-process.ts')
    await runWorker(config, onReady)
  } else if (config.serverProcesses > 1) {
    const { runSupervisor } = await import('./runtime/supervise-workers.ts')
    await runSupervisor(config, prepare)
  } else {
    await prepare()
    const { runServer } = await import('./runtime/run-server.ts')
    await onReady(await runServer(config))
  }
}

/** Runs `work`. A StartError or a lost database connection ends the process with exit code 1 and one sentence. */
export async function exitOnStartError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    console.error(startErrorText(error))
    process.exit(1)
  }
}

function startErrorText(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  if (!isDatabaseUnavailable(error)) return error
  const reason = (error instanceof Error && error.message) || errorCode(error)
  return `The connection to the database was lost (${reason}): start again once the database is running.`
}

if (import.meta.main) await exitOnStartError(() => runProduct(readConfig(process.env)))
