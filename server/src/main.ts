import cluster from 'node:cluster'
import { type Config, readConfig } from './config.ts'
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

/** Runs `work`; a StartError ends the process with its sentence and no stack. */
export async function orExplain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}

if (import.meta.main) await orExplain(() => runProduct(readConfig(process.env)))
