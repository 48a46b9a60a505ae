import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { lockDataFolder } from '../../server/src/platform/database/data-folder-lock.ts'
import {
  connectionStringOfRunning,
  startEmbeddedPostgres,
} from '../../server/src/platform/database/embedded-postgres.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import type { Arrangement } from './fault-names.ts'
import { databasePid, databaseProcesses, killAll, waitUntil } from './processes.ts'
import type { Random } from './random.ts'
import { type Clock, createServers } from './servers.ts'

const readyTimeoutMs = 180_000

/** The product in its current arrangement. All arrangements use the same data folder. */
export type Deployment = {
  readonly arrangement: Arrangement
  /** Addresses of the servers in the current arrangement. A stopped server refuses connections. */
  readonly addresses: readonly string[]
  readonly dataFolder: string
  /** Proxy between servers and database. Undefined if a server runs the database. */
  readonly proxy: DatabaseProxy | undefined
  /** Stops all processes, with SIGKILL or gracefully, and starts the given arrangement. */
  switchTo(as: Arrangement, how: 'kill' | 'stop'): Promise<void>
  /** Resolves when the process has ended. */
  killServer(at: number): Promise<void>
  /** Kills a worker process of the first server. Its supervisor must replace it. */
  killProcess(random: Random): Promise<void>
  /** Starts a server that has ended. */
  startServer(at: number, clock?: Clock): Promise<void>
  stopServer(at: number): Promise<void>
  /** Waits until every server is ready and the database runs. */
  waitUntilReady(): Promise<void>
  /** Memory of the largest server process, in MB. Undefined if the system does not report it. */
  memoryMb(): Promise<number | undefined>
  stop(): Promise<void>
}

type SeparateDatabase = { proxy: DatabaseProxy; connectionString: string; stop(): Promise<void> }

/** @param reportViolation called when a server stops too slowly, with an error, or unexpectedly */
export async function prepareDeployment(
  folder: string,
  reportViolation: (message: string) => void,
): Promise<Deployment> {
  const dataFolder = join(folder, 'data')
  const ports = [await freePort(), await freePort()]
  const servers = createServers({ folder, dataFolder, ports }, reportViolation)
  const addresses: string[] = []
  let arrangement: Arrangement = 'embedded'
  let separateDatabase: SeparateDatabase | undefined

  const startServer = (at: number, clock: Clock = {}) =>
    servers.start(at, clock, separateDatabase?.connectionString)

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (how === 'kill') {
      const running = await databaseProcesses(dataFolder).catch(() => ({ all: [] }))
      killAll(running.all)
    }
    await Promise.all(ports.map((_, at) => servers[how](at)))
    await separateDatabase?.stop()
    separateDatabase = undefined
  }

  return {
    get arrangement() {
      return arrangement
    },
    get proxy() {
      return separateDatabase?.proxy
    },
    dataFolder,
    addresses,
    async switchTo(as, how) {
      await end(how)
      arrangement = as
      const listening = as === 'embedded' ? ports.slice(0, 1) : ports
      addresses.splice(0, 2, ...listening.map((port) => `http://127.0.0.1:${port}`))
      if (as === 'separate') separateDatabase = await startSeparateDatabase(dataFolder)
      await startServer(0)
      if (as === 'separate') await startServer(1)
    },
    killServer: servers.kill,
    killProcess: servers.killWorker,
    startServer,
    stopServer: servers.stop,
    waitUntilReady: () =>
      waitUntil(
        'the recovery of the product',
        readyTimeoutMs,
        async () => (await databasePid(dataFolder)) !== undefined && servers.areReady(),
      ),
    memoryMb: servers.memoryMb,
    stop: () => end('stop'),
  }
}

/** Runs the embedded database in this process, behind a proxy. It restarts after a kill. */
async function startSeparateDatabase(dataFolder: string): Promise<SeparateDatabase> {
  const lock = await lockDataFolder(dataFolder)
  const database = await startEmbeddedPostgres(lock)
  const address = new URL(database.connectionString)
  const socketFolder = address.searchParams.get('host') ?? ''
  const proxy = await startProxy(join(socketFolder, `.s.PGSQL.${address.port}`))
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String(proxy.port)
  return {
    proxy,
    connectionString: address.href,
    async stop() {
      await proxy.close()
      await database.stop()
      await lock.release()
    },
  }
}

/** Connection string of the running database. */
export const databaseOf = ({ dataFolder }: Deployment) => connectionStringOfRunning(dataFolder)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
