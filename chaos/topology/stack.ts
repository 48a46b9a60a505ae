import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isReady, type Product, startProduct } from '../../server/src/testing/load/product.ts'
import { killAll } from '../torture/processes.ts'
import { type Cluster, databaseAt, killCluster, passwords, startCluster } from './database.ts'
import { addressOf, connectMachines } from './machines.ts'
import { deploy, descendantsOf, listens, type Part, startPart } from './part.ts'
import type { Programs } from './programs.ts'

/** Every service of compose.yaml except the mail catcher, in a private network. */
export type Stack = {
  programs: Programs
  folder: string
  cluster: Cluster
  databaseProxy: Part
  pooler: Part
  proxy: Part
  servers: Record<ServerName, Product>
}
export type ServerName = 'a' | 'b'

const loopback = '127.0.0.1'
export const ports = { proxy: 8055, a: 8056, b: 8057, pooler: 6432, primary: 5000 }

/** The product's database on the current primary, without the pooler. */
export const primaryDatabase = databaseAt(`${loopback}:${ports.primary}`)

/** Starts all parts in the order of their dependencies. Call it once per private network, because the ports are fixed. */
export async function startStack(programs: Programs, folder: string): Promise<Stack> {
  await connectMachines()
  const cluster = await startCluster({ programs, folder })
  const base = { programs, folder }
  const databaseProxy = await startDatabaseProxy(base)
  const pooler = await startPooler(base)
  // The first server migrates the database, so the second starts after it.
  const a = await startServer(base, 'a')
  const b = await startServer(base, 'b')
  const proxy = await startProxy(base)
  return { ...base, cluster, databaseProxy, pooler, proxy, servers: { a, b } }
}

/** Stops every running part, even after a failed run. */
export async function stopStack(stack: Stack): Promise<void> {
  await stack.proxy.stop('SIGTERM')
  await Promise.all(Object.values(stack.servers).map((server) => server.stop()))
  await Promise.all([stack.pooler.kill(), stack.databaseProxy.kill(), killCluster(stack.cluster)])
}

type Base = Pick<Stack, 'programs' | 'folder'>

export function startDatabaseProxy({ programs, folder }: Base): Promise<Part> {
  return startPart({
    name: 'database-proxy',
    folder,
    command: ['haproxy', '-db', '-f', join(deploy, 'haproxy/database.cfg')],
    env: {
      PATH: programs.path,
      LISTEN_ADDRESS: loopback,
      DATABASE_A: addressOf('a'),
      DATABASE_B: addressOf('b'),
      DATABASE_C: addressOf('c'),
    },
    isUp: () => listens(ports.primary),
  })
}

export async function startPooler({ programs, folder }: Base): Promise<Part> {
  const run = join(folder, 'pgbouncer')
  await mkdir(run, { recursive: true })
  return startPart({
    name: 'pooler',
    folder,
    command: [...programs.prefix, join(deploy, 'pgbouncer/start.sh')],
    env: {
      PATH: programs.path,
      PGBOUNCER_RUN: run,
      DATABASE_HOST: loopback,
      LISTEN_ADDRESS: loopback,
      LISTEN_PORT: String(ports.pooler),
      ...passwords,
    },
    isUp: () => listens(ports.pooler),
  })
}

export function startServer(base: Base, name: ServerName): Promise<Product> {
  const through = (database: string) =>
    `postgresql://raahi:${passwords.DATABASE_PASSWORD}@${loopback}:${ports.pooler}/${database}`
  return startProduct({
    port: ports[name],
    databaseUrl: through('raahi'),
    folder: base.folder,
    env: {
      DATABASE_DIRECT_URL: through('raahi_session'),
      PUBLIC_URL: `http://${loopback}:${ports.proxy}`,
      TRUST_PROXY: '1',
      SERVER_PROCESSES: '1', // Both servers share the cores of this machine.
    },
  })
}

/** Sends SIGKILL to a server and its descendants. */
export async function killServer(server: Product): Promise<void> {
  const { pid } = server
  killAll([pid, ...(await descendantsOf(pid))])
  await server.stop() // Waits until the process has ended.
}

export function startProxy({ programs, folder }: Base): Promise<Part> {
  return startPart({
    name: 'proxy',
    folder,
    command: ['haproxy', '-db', '-f', join(deploy, 'haproxy/haproxy.cfg')],
    env: {
      PATH: programs.path,
      RAAHI_BIND: `${loopback}:${ports.proxy}`,
      RAAHI_SERVER_A: `${loopback}:${ports.a}`,
      RAAHI_SERVER_B: `${loopback}:${ports.b}`,
    },
    isUp: () => isReady(ports.proxy),
  })
}
