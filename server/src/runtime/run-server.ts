import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/index.ts'
import { checkTrialState } from '../features/trial/check-trial.ts'
import type { Database } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { openReadableLog } from '../platform/http/readable-log.ts'
import { endOnUncaughtError } from './end-on-uncaught-error.ts'
import { makeFirstData } from './first-data.ts'
import { listen } from './listen.ts'

/** Time for requests in flight to finish. Together with the stop of the database it stays below 10 s. */
const drainTimeoutMs = 4000
/** Longer than any statement of the product: a start waits up to two minutes while another process creates the first data. */
const answeredWithinMs = 125_000

export type RunningServer = {
  config: Config
  database: Database
  /** Finishes requests in flight, closes the connections, stops the embedded database. */
  stop(): Promise<void>
}

/**
 * Opens the database, creates the first admin and the demo data if they are missing, and accepts requests.
 * @param isFirst prints notices that only one of several processes prints
 * @throws StartError if one of these fails. Nothing is left running.
 */
export async function startServer(
  config: Config,
  { isFirst = true }: { isFirst?: boolean } = {},
): Promise<RunningServer> {
  let warn = (message: string) => console.error(message)
  const opened = await openDatabase(config, {
    answerWithinMs: answeredWithinMs,
    onNotice: (message) => warn(message),
    onGivenUp: (error) => {
      warn(error.message)
      process.exit(1)
    },
  })
  try {
    await checkTrialState(config, opened.database)
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
 * Starts the server and connects it to the signals of the process: each signal of `stopsOn` stops it with exit code 0.
 * A failed start throws, and the caller exits with code 1.
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
    if (!running) return // The start finishes first and then stops.
    const code = await running.stop().then(
      () => 0,
      (error) => {
        console.error('The stop failed:', error)
        return 1
      },
    )
    process.exit(code)
  }
  // A second signal has no effect: on Ctrl-C the process receives one signal from the terminal and one from npm.
  for (const signal of stopsOn) process.on(signal, end)
  process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason))
  endOnUncaughtError(async () => {
    await running?.stop().catch(() => {})
    process.exit(1)
  })
  running = await startServer(config, { isFirst })
  if (!wanted) await end()
  return running
}

/** Accepts no new requests, waits for those in flight, then closes the remaining connections. */
async function drain(servers: Server[], closeApp: () => Promise<void>): Promise<void> {
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, drainTimeoutMs)
  const [, ...others] = servers
  const closed = others.map((server) => {
    const done = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    return done
  })
  const hung = sleep(drainTimeoutMs + 500, undefined, { ref: false })
  await Promise.race([Promise.all([closeApp(), ...closed]), hung])
  clearTimeout(cut)
}
