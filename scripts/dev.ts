import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer as createProbe } from 'node:net'
import { join } from 'node:path'
import { createServer as createVite } from 'vite'
import { type Config, readConfig } from '../server/src/config/index.ts'
import { exitOnStartError } from '../server/src/main.ts'
import { lockDataFolder } from '../server/src/platform/database/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded-postgres.ts'
import { buildSettings } from './build-settings.ts'

const root = join(import.meta.dirname, '..')
/** A change in one of these folders restarts the server. Vite watches the web app. */
const watched = ['server/src', 'contract/src', 'gateway-sandbox/src', 'gateway-sandbox/checkout']
/** Collects several saved files into one restart. */
const restartDelayMs = 100

type DatabaseServer = { connectionString: string; stop(): Promise<void> }

/** The database keeps running when the server restarts. */
async function openDatabaseServer(config: Config): Promise<DatabaseServer> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl, stop: async () => {} }
  const lock = await lockDataFolder(config.dataDir)
  const embedded = await startEmbeddedPostgres(lock, { onNotice: console.warn })
  return {
    connectionString: embedded.connectionString,
    stop: () => embedded.stop().finally(() => lock.release()),
  }
}

/** Runs the server in a separate process and restarts it when its code changes. */
function restartServerOnChange(env: NodeJS.ProcessEnv) {
  let server = launch()
  let changes = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function launch(): ChildProcess {
    const child = spawn(process.execPath, [join(root, 'scripts/dev-server.ts')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32', // Ctrl-C reaches this process, which stops the server.
    })
    child.on('exit', (code) => {
      if (code) console.warn('The server exited. It restarts at the next change.')
    })
    return child
  }
  async function stop() {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
  const watchers = watched.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || !/\.(ts|js|sql|html|css)$/.test(file) || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        changes = changes.then(async () => {
          console.log(`${join(folder, file)} changed, restarting the server.`)
          await stop()
          server = launch()
        })
      }, restartDelayMs)
    }),
  )
  return {
    async stop() {
      for (const watcher of watchers) watcher.close()
      clearTimeout(timer)
      await changes
      await stop()
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

await exitOnStartError(async () => {
  const config = readConfig({ NODE_ENV: 'development', ...process.env })
  const database = await openDatabaseServer(config)
  const apiPort = await freePort()
  const server = restartServerOnChange({
    ...process.env,
    DEV_SERVER_PORT: String(apiPort),
    DEV_DATABASE_URL: database.connectionString,
  })
  const api = `http://127.0.0.1:${apiPort}`
  // Vite reads these variables. An unset one must not become the string 'undefined'.
  for (const [name, value] of Object.entries(buildSettings(config))) {
    if (value) process.env[name] = value
  }
  const vite = await createVite({
    root: join(root, 'web'),
    clearScreen: false,
    server: {
      host: 'localhost',
      port: config.port,
      strictPort: true,
      proxy: {
        '/api': api,
        '/healthz': api,
        '/readyz': api,
        '/metrics': api,
        '/dev/mailbox': api,
        '/dev/messages': api,
        '/sandbox': api,
        // Forms that are sent without JavaScript. Vite serves the page with the same path.
        '^/(enquiries|contact)(/sent)?([?].*)?$': {
          target: api,
          bypass: ({ method, url }) =>
            method === 'POST' || url?.includes('/sent') ? undefined : url,
        },
      },
    },
  })
  const stop = async () => {
    // In parallel: a browser with an open connection must not keep the server alive.
    await Promise.all([vite.close(), server.stop()])
    await database.stop()
  }
  let isStopping = false
  // Vite's handler would end the process as soon as Vite has closed.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      await stop()
      process.exit(0)
    })
  }
  try {
    await vite.listen()
    console.log(`\nRaahi, reloading as you edit: http://localhost:${config.port}\n`)
  } catch (error) {
    await stop()
    throw error
  }
})
