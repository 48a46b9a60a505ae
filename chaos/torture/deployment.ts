import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { lockDataFolder } from '../../server/src/platform/database/data-folder-lock.ts'
import {
  connectionStringOfRunning,
  startEmbeddedPostgres,
} from '../../server/src/platform/database/embedded-postgres.ts'
import { deployedSandbox } from '../../server/src/testing/gateway.ts'
import { memoryOf, serverProcesses } from '../../server/src/testing/load/processes.ts'
import { isReady, type Product, startProduct } from '../../server/src/testing/load/product.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import type { Arrangement } from './fault-names.ts'
import { databasePid, databaseProcesses, killAll, waitUntil } from './processes.ts'
import type { Random } from './random.ts'

const READY_TIMEOUT_MS = 180_000
/** A supervisor would kill a server that needs longer to stop. */
const STOP_TIMEOUT_MS = 10_000

export const ADMIN = { email: 'admin@torture.example', password: 'torture-of-admins' } as const

/** Environment of a server with a changed clock. Empty for the correct clock. */
export type Clock = Record<string, string>

/** The product in its current arrangement. All arrangements use the same data folder. */
export type Deployment = {
  readonly arrangement: Arrangement
  /** Addresses of the servers in the current arrangement. A stopped server refuses connections. */
  readonly addresses: readonly string[]
  readonly dataFolder: string
  /** Proxy between servers and database. Undefined if a server runs the database. */
  readonly proxy: DatabaseProxy | undefined
  serverCount(): number
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
  const servers: (Product | undefined)[] = [undefined, undefined]
  const addresses: string[] = []
  let arrangement: Arrangement = 'embedded'
  let separateDatabase: SeparateDatabase | undefined

  async function startServer(at: number, clock: Clock = {}): Promise<void> {
    servers[at] = await startProduct({
      port: ports[at] ?? 0,
      folder,
      ...(separateDatabase && { databaseUrl: separateDatabase.connectionString }),
      env: {
        DATA_DIR: dataFolder,
        PAYMENTS: 'sandbox',
        ...deployedSandbox,
        RATE_LIMIT_ALLOW: '127.0.0.1',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        SERVER_PROCESSES: at === 0 ? '2' : '1',
        ...clock,
      },
    })
  }

  async function stopServer(at: number): Promise<void> {
    const server = servers[at]
    servers[at] = undefined
    if (!server) return
    const startedAt = performance.now()
    const code = await server.stop()
    const tookMs = Math.round(performance.now() - startedAt)
    if (code !== 0)
      reportViolation(`a server that was asked to stop exited with code ${code} after ${tookMs} ms`)
    else if (tookMs > STOP_TIMEOUT_MS) reportViolation(`a server took ${tookMs} ms to stop`)
  }

  async function killServer(at: number): Promise<void> {
    const server = servers[at]
    servers[at] = undefined
    if (!server) return
    if (!server.isRunning()) reportViolation('a server ended without a request')
    killAll([server.pid])
    await waitUntil('the end of a killed server', STOP_TIMEOUT_MS, () => !server.isRunning())
  }

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (how === 'kill') {
      const running = await databaseProcesses(dataFolder).catch(() => ({ all: [] }))
      killAll(running.all)
      await Promise.all(servers.map((_, at) => killServer(at)))
    } else {
      await Promise.all(servers.map((_, at) => stopServer(at)))
    }
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
    serverCount: () => addresses.length,
    async switchTo(as, how) {
      await end(how)
      arrangement = as
      const listening = as === 'embedded' ? ports.slice(0, 1) : ports
      addresses.splice(0, 2, ...listening.map((port) => `http://127.0.0.1:${port}`))
      if (as === 'separate') separateDatabase = await startSeparateDatabase(dataFolder)
      await startServer(0)
      if (as === 'separate') await startServer(1)
    },
    killServer,
    async killProcess(random) {
      const { others } = await serverProcesses(servers[0]?.pid ?? 0)
      killAll([random.pick(others)])
    },
    startServer,
    stopServer,
    async waitUntilReady() {
      const expectedServers = servers.filter((server) => server !== undefined)
      await waitUntil('the recovery of the product', READY_TIMEOUT_MS, async () => {
        if ((await databasePid(dataFolder)) === undefined) return false
        return (await Promise.all(expectedServers.map(({ port }) => isReady(port)))).every(Boolean)
      })
    },
    async memoryMb() {
      let maxMb: number | undefined
      for (const server of servers) {
        const { main, others } = await serverProcesses(server?.pid ?? 0)
        for (const pid of [main, ...others]) {
          const memory = await memoryOf(pid)
          if (memory) maxMb = Math.max(maxMb ?? 0, memory.nowMb)
        }
      }
      return maxMb
    },
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
