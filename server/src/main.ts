import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
import { errorCode, isDatabaseUnavailable } from './database/errors.ts'
import type { RunningServer } from './run-server.ts'
import { StartError } from './start-error.ts'

// What only one kind of process needs is loaded there: the first of several serves nothing and stays small.

/**
 * Runs the product until it is told to stop: in this process, or in several that share its port.
 * @param onReady told once, where requests are taken for the first time
 */
export async function runProduct(
  config: Config,
  onReady: (running: RunningServer) => Promise<void> = async () => {},
): Promise<void> {
  if (cluster.isWorker) {
    const { serveAsOneOfSeveral } = await import('./server-process.ts')
    await serveAsOneOfSeveral(config, onReady)
  } else if (config.serverProcesses > 1) {
    const { runProcesses } = await import('./server-processes.ts')
    await runProcesses(config)
  } else {
    const { runServer } = await import('./run-server.ts')
    await onReady(await runServer(config))
  }
}

/** Runs `work`; a StartError, or a database that goes away meanwhile, ends the process with a sentence and no stack. */
export async function orExplain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    console.error(explained(error))
    process.exit(1)
  }
}

function explained(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  if (!isDatabaseUnavailable(error)) return error
  const reason = (error instanceof Error && error.message) || errorCode(error)
  return `The database has gone away (${reason}): start again once it is back.`
}

if (import.meta.main) await orExplain(() => runProduct(readConfig(process.env)))
