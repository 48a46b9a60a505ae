import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { memoryOf, type Product, startProduct } from '../../bench/product.ts'
import { lockDataFolder } from '../../server/src/platform/database/data-folder-lock.ts'
import {
  connectionStringOfRunning,
  startEmbeddedPostgres,
} from '../../server/src/platform/database/embedded-postgres.ts'
import type { Arrangement } from './fault-names.ts'
import { databasePid, databaseProcesses, killAll, serverProcesses, until } from './processes.ts'
import { type ProxyLine, startProxy } from './proxy.ts'
import type { Dice } from './random.ts'

const READY_WITHIN_MS = 180_000
/** A stop that takes longer is one that a supervisor would end by force. */
const STOPS_WITHIN_MS = 10_000

const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/raahi-compiled')

export const ADMIN = { email: 'admin@torture.example', password: 'torture-of-admins' } as const

/** Environment of a server with its clock moved; empty: the clock is right. */
export type Clock = Record<string, string>

/** The product as it runs at the moment, on one data folder all the time. */
export type Stage = {
  readonly arrangement: Arrangement
  /** Of the servers of this arrangement; it changes with that. One that is down refuses connections. */
  readonly addresses: readonly string[]
  readonly dataFolder: string
  /** Between the servers and the database; undefined while a server runs that itself. */
  readonly proxy: ProxyLine | undefined
  serverCount(): number
  /** Ends everything, by force or in order, and starts it in this arrangement. */
  arrange(as: Arrangement, how: 'kill' | 'stop'): Promise<void>
  /** Resolves when it is gone. */
  killServer(at: number): Promise<void>
  /** Kills one of the processes of the first server that take requests; the one before them lives and has to see to it. */
  killProcess(dice: Dice): Promise<void>
  /** Starts a server that has ended. */
  startServer(at: number, clock?: Clock): Promise<void>
  stopServer(at: number): Promise<void>
  /** Waits until every server is ready and the database runs. */
  recovered(): Promise<void>
  /** The most memory that any process of a server uses at the moment, in MB; undefined where the system does not say. */
  memoryMb(): Promise<number | undefined>
  stop(): Promise<void>
}

type Beside = { proxy: ProxyLine; connectionString: string; stop(): Promise<void> }

/** @param complain told of stops that took too long, ended badly, or of servers that ended by themselves */
export async function openStage(
  folder: string,
  complain: (sentence: string) => void,
): Promise<Stage> {
  const dataFolder = join(folder, 'data')
  const ports = [await freePort(), await freePort()]
  const servers: (Product | undefined)[] = [undefined, undefined]
  const addresses: string[] = []
  let arrangement: Arrangement = 'alone'
  let beside: Beside | undefined

  async function startServer(at: number, clock: Clock = {}): Promise<void> {
    servers[at] = await startProduct({
      port: ports[at] ?? 0,
      folder,
      ...(beside && { databaseUrl: beside.connectionString }),
      env: {
        DATA_DIR: dataFolder,
        PAYMENTS: 'sandbox',
        RATE_LIMIT_ALLOW: '127.0.0.1',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        // As `npm start` does: taking the types out of the code at each start costs memory and time that nobody else pays.
        NODE_COMPILE_CACHE: COMPILED,
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
      complain(`a server that was told to stop ended with ${code}, after ${tookMs} ms`)
    else if (tookMs > STOPS_WITHIN_MS) complain(`a server took ${tookMs} ms to stop`)
  }

  async function killServer(at: number): Promise<void> {
    const server = servers[at]
    servers[at] = undefined
    if (!server) return
    if (!server.isRunning()) complain('a server had ended by itself')
    killAll([server.pid])
    await until('the end of a killed server', STOPS_WITHIN_MS, () => !server.isRunning())
  }

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (how === 'kill') {
      const running = await databaseProcesses(dataFolder).catch(() => ({ all: [] }))
      killAll(running.all)
      await Promise.all(servers.map((_, at) => killServer(at)))
    } else {
      await Promise.all(servers.map((_, at) => stopServer(at)))
    }
    await beside?.stop()
    beside = undefined
  }

  return {
    get arrangement() {
      return arrangement
    },
    get proxy() {
      return beside?.proxy
    },
    dataFolder,
    addresses,
    serverCount: () => addresses.length,
    async arrange(as, how) {
      await end(how)
      arrangement = as
      const listening = as === 'alone' ? ports.slice(0, 1) : ports
      addresses.splice(0, 2, ...listening.map((port) => `http://127.0.0.1:${port}`))
      if (as === 'beside') beside = await startDatabaseBeside(dataFolder)
      await startServer(0)
      if (as === 'beside') await startServer(1)
    },
    killServer,
    async killProcess(dice) {
      const { others } = await serverProcesses(servers[0]?.pid ?? 0)
      killAll([dice.pick(others)])
    },
    startServer,
    stopServer,
    async recovered() {
      const wanted = servers.filter((server) => server !== undefined)
      await until('the return of the product', READY_WITHIN_MS, async () => {
        if ((await databasePid(dataFolder)) === undefined) return false
        return (await Promise.all(wanted.map(isReady))).every(Boolean)
      })
    },
    async memoryMb() {
      let maxMb: number | undefined
      for (const server of servers) {
        const { first, others } = await serverProcesses(server?.pid ?? 0)
        for (const pid of [first, ...others]) {
          const memory = await memoryOf(pid)
          if (memory) maxMb = Math.max(maxMb ?? 0, memory.nowMb)
        }
      }
      return maxMb
    },
    stop: () => end('stop'),
  }
}

/** Runs the embedded database in this process, which starts it again when it is killed, behind a proxy. */
async function startDatabaseBeside(dataFolder: string): Promise<Beside> {
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

async function isReady({ port }: Product): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => {})
  return answer?.status === 200
}

/** What the database has, whoever runs it. */
export const databaseOf = ({ dataFolder }: Stage) => connectionStringOfRunning(dataFolder)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
