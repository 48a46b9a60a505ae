import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { DataFolderLock } from './data-folder-lock.ts'
import { sqlState } from './errors.ts'
import {
  clusterFolder,
  databaseUser,
  type Endpoint,
  embeddedConnectionString,
  ensureCluster,
  lastErrorLine,
  postgresEnvironment,
  readPidFile,
  socketEndpoint,
} from './postgres-cluster.ts'
import { clearEarlierServer, sendSignal } from './postgres-processes.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'

const database = 'raahi'
/** A crash recovery may take long; a server without output for this time has failed. */
const readyWithinMs = 120_000
/** Pauses before the attempts to restart a server that died; after the last one it is lost. */
const restartDelaysMs = [0, 100, 200, 400, 800, 1600, 3200, 5000]
/** A server that has run this long has recovered. After its next failure, the pauses start again with the first one. */
const steadyAfterMs = 30_000
const maxLogBytes = 10 * 1024 * 1024

export type EmbeddedPostgres = {
  /** Address of the product's database; it does not change when the server is restarted. */
  readonly connectionString: string
  /** The pid of the server's main process. */
  readonly pid: () => number | undefined
  /** Shuts the server down and waits until all its processes have ended. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Called with messages for the operator: the server died, or is running again. */
  onNotice?: (message: string) => void
  /** Called when the server died and could not be restarted. */
  onGivenUp?: (error: Error) => void
  /** False trades durability for speed, and allows the connections of several products; only for tests. */
  durable?: boolean
}

/**
 * Starts a PostgreSQL server on the locked data folder, creates its files at the first start, and keeps it running: a
 * server that dies is restarted and recovers its committed data. A server left by a killed parent is shut down first.
 * The server has a separate process group, so that Ctrl-C in a terminal reaches only this process, which can finish its
 * requests before it stops the server.
 * @throws StartError if the server cannot be started
 */
export async function startEmbeddedPostgres(
  lock: DataFolderLock,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const { onNotice = () => {}, onGivenUp = () => {}, durable = true } = options
  const cluster = clusterFolder(lock.folder)
  const programs = await findPostgresPrograms()
  await ensureCluster(lock.folder, programs)
  const endpoint =
    process.platform === 'win32' ? await freePort() : await socketEndpoint(lock.folder)
  const logFile = join(lock.folder, 'postgres.log')
  const launch = () => launchServer({ programs, cluster, endpoint, logFile, durable })

  let stopping = false
  let child = await launch()
  let restarting: Promise<void> = Promise.resolve()

  const watch = (server: ChildProcess) => {
    const readyAt = Date.now()
    server.once('exit', (code, killer) => {
      if (stopping) return
      onNotice(`The embedded database ended unexpectedly (${killer ?? code}); starting it again.`)
      restarting = restartServer(Date.now() - readyAt > steadyAfterMs)
    })
  }
  let attempt = 0
  const restartServer = async (steady: boolean) => {
    if (steady) attempt = 0
    let failure = new StartError('The embedded database ends repeatedly.')
    for (; attempt < restartDelaysMs.length; ) {
      await sleep(restartDelaysMs[attempt])
      attempt += 1
      if (stopping) return
      try {
        child = await launch()
        watch(child)
        onNotice('The embedded database is running again.')
        return
      } catch (error) {
        failure = error instanceof StartError ? error : new StartError(String(error))
      }
    }
    onGivenUp(failure)
  }
  watch(child)

  const stop = async () => {
    stopping = true
    await restarting
    await stopServer(child, cluster, programs)
  }
  try {
    const connectionString = await embeddedConnectionString(lock.folder, endpoint, database)
    await ensureDatabase(connectionString)
    return { connectionString, pid: () => child.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Address of the database that another process of this product runs on the data folder, for commands that run beside
 * it.
 */
export async function connectionStringOfRunning(dataFolder: string): Promise<string> {
  const endpoint =
    process.platform === 'win32'
      ? { host: '127.0.0.1', port: (await readPidFile(clusterFolder(dataFolder)))?.port ?? 0 }
      : await socketEndpoint(dataFolder)
  return embeddedConnectionString(dataFolder, endpoint, database)
}

type Launch = {
  programs: PostgresPrograms
  cluster: string
  endpoint: Endpoint
  logFile: string
  durable: boolean
}

/** Starts the server and resolves with its process once it accepts connections. */
async function launchServer(launch: Launch): Promise<ChildProcess> {
  const { programs, cluster, endpoint, logFile, durable } = launch
  await clearEarlierServer(cluster, endpoint.host.startsWith('/') ? endpoint.host : undefined)
  const log = await openLog(logFile)
  const logFrom = (await log.stat()).size
  const settings = serverSettings(endpoint, durable).flatMap((setting) => ['-c', setting])
  const [program = '', ...args] = [
    ...programs.prefix,
    programs.postgres,
    '-D',
    cluster,
    ...settings,
  ]
  const child = spawn(program, args, {
    env: postgresEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  })
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, killer) => {
    ended ??= `it ended with ${killer ?? code}`
  })
  await log.close()
  const until = Date.now() + readyWithinMs
  while (ended === undefined && Date.now() < until) {
    const file = await readPidFile(cluster)
    if (file?.ready && file.pid === child.pid) return child
    await sleep(10)
  }
  if (ended === undefined && child.pid) sendSignal(child.pid, 'SIGKILL')
  const lastError = lastErrorLine((await readFile(logFile, 'utf8')).slice(logFrom))
  throw new StartError(
    `The embedded database did not start: ${lastError ?? ended ?? 'it was not ready in time'} (see ${logFile}).`,
  )
}

/** Opens the log for appending. A large log is renamed first, so that at most two exist. */
async function openLog(path: string) {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** Settings for a small machine that runs the whole product: short transactions, many reads, shared memory. */
function serverSettings({ host, port }: Endpoint, durable: boolean): string[] {
  const mebibytes = Math.floor(
    Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20,
  )
  const sharedBuffers = Math.min(256, Math.max(32, Math.floor(mebibytes / 8)))
  const local = host.startsWith('/')
  return [
    `listen_addresses=${local ? '' : host}`,
    `unix_socket_directories=${local ? `"${host.replaceAll('"', '""')}"` : ''}`,
    'unix_socket_permissions=0700',
    `port=${port}`,
    `max_connections=${durable ? Math.max(100, 30 + 7 * availableParallelism()) : 200}`,
    `shared_buffers=${sharedBuffers}MB`,
    `effective_cache_size=${Math.max(64, Math.floor(mebibytes / 2))}MB`,
    'work_mem=8MB',
    'maintenance_work_mem=64MB',
    'random_page_cost=1.1', // Solid-state disks.
    'jit=off', // Compiling takes longer than our queries.
    'max_parallel_workers_per_gather=0', // Two cores serve many small queries better without parallel workers.
    'wal_level=minimal', // The embedded server has no replicas.
    'max_wal_senders=0',
    'max_wal_size=1GB',
    `fsync=${durable ? 'on' : 'off'}`,
    `full_page_writes=${durable ? 'on' : 'off'}`,
    `synchronous_commit=${durable ? 'on' : 'off'}`,
    'timezone=UTC',
    'log_timezone=UTC',
    'log_line_prefix=%m [%p] ',
    'log_checkpoints=off',
  ]
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const databaseExists = await withClient(connectionString, async () => true).catch((error) => {
    if (sqlState(error) === '3D000') return false // The database does not exist.
    throw error
  })
  if (databaseExists) return
  const maintenance = new URL(connectionString)
  maintenance.pathname = '/postgres'
  await withClient(maintenance.href, (client) =>
    client.query(`CREATE DATABASE ${database} OWNER ${databaseUser}`),
  )
}

async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {}) // The running query reports the error.
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Fast shutdown: aborts running statements, writes a checkpoint, ends. */
async function stopServer(child: ChildProcess, cluster: string, programs: PostgresPrograms) {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (child.pid === undefined || hasEnded()) return
  const exited = once(child, 'exit')
  if (process.platform === 'win32') {
    spawn(programs.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'], { stdio: 'ignore' })
  } else {
    sendSignal(child.pid, 'SIGINT')
  }
  for (const [kind, timeoutMs] of [
    ['SIGQUIT', 4000],
    ['SIGKILL', 1500],
  ] as const) {
    await Promise.race([exited, sleep(timeoutMs, undefined, { ref: false })])
    if (hasEnded()) return
    sendSignal(child.pid, kind)
  }
  await exited
}

function freePort(): Promise<Endpoint> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve({ host: '127.0.0.1', port }))
    })
  })
}
