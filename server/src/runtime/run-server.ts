import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/index.ts'
import { refuseUnfitDatabase } from '../features/trial/check-trial.ts'
import type { Database } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { openReadableLog } from '../platform/http/readable-log.ts'
import { makeFirstData } from './first-data.ts'
import { listen } from './listen.ts'

/** In-flight requests get this long to finish; with what the database needs, a stop stays below 10 s. */
const DRAIN_TIMEOUT_MS = 4000
/** Longer than any statement of the product may take: a start waits two minutes for another's first data. */
const ANSWERED_WITHIN_MS = 125_000

export type RunningServer = {
  config: Config
  database: Database
  /** Finishes what is in flight, closes the connections, stops the embedded database. */
  stop(): Promise<void>
}

/**
 * Opens the database, makes the first admin and the demo data where they are due, and takes requests.
 * @param isFirst says what is worth saying once, where several processes start
 * @throws StartError where that can't be done; nothing is left running then.
 */
export async function startServer(
  config: Config,
  { isFirst = true }: { isFirst?: boolean } = {},
): Promise<RunningServer> {
  let warn = (message: string) => console.error(message)
  const opened = await openDatabase(config, {
    answerWithinMs: ANSWERED_WITHIN_MS,
    onNotice: (message) => warn(message),
    onGivenUp: (error) => {
      warn(error.message)
      process.exit(1)
    },
    onReplica: (message) => warn(message),
  })
  try {
    await refuseUnfitDatabase(config, opened.database)
    await makeFirstData(config, opened.database, isFirst ? warn : undefined)
    const { buildApp } = await import('../app.ts')
    const logStream = await openReadableLog(config)
    const app = await buildApp({
      config,
      database: opened.database,
      ...(logStream && { logStream }),
    })
    warn = (message) => app.log.warn(message)
    const servers = await listen(app, config.port, config.hosts).catch(async (error) => {
      await app.close()
      throw error
    })
    let stopping: Promise<void> | undefined
    return {
      config,
      database: opened.database,
      stop() {
        stopping ??= drain(servers, () => app.close()).finally(() => opened.close())
        return stopping
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/**
 * Starts the server and ties its life to the process: SIGTERM, and what else it is told, stops it in order with exit code
 * 0, a start that can't go on ends it with 1 and one sentence.
 */
export async function runServer(
  config: Config,
  {
    stopsOn = ['SIGTERM', 'SIGINT'],
    isFirst = true,
  }: { stopsOn?: readonly NodeJS.Signals[]; isFirst?: boolean } = {},
): Promise<RunningServer> {
  let running: RunningServer | undefined
  let wanted = true
  const end = async () => {
    wanted = false
    if (!running) return // The start goes on to its end, and stops then.
    const code = await running.stop().then(
      () => 0,
      (error) => {
        console.error('The stop failed:', error)
        return 1
      },
    )
    process.exit(code)
  }
  // A second signal is not a second wish: npm passes Ctrl-C on to a process that the terminal told already.
  for (const signal of stopsOn) process.on(signal, end)
  process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason))
  process.on('uncaughtException', async (error) => {
    console.error('Uncaught exception:', error)
    await running?.stop().catch(() => {})
    process.exit(1)
  })
  running = await startServer(config, { isFirst })
  if (!wanted) await end()
  return running
}

/** Takes no new requests, waits for those in flight, then cuts what is left. */
async function drain(servers: Server[], closeApp: () => Promise<void>): Promise<void> {
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, DRAIN_TIMEOUT_MS)
  const [, ...others] = servers
  const closed = others.map((server) => {
    const done = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    return done
  })
  const hung = sleep(DRAIN_TIMEOUT_MS + 500, undefined, { ref: false })
  await Promise.race([Promise.all([closeApp(), ...closed]), hung])
  clearTimeout(cut)
}
