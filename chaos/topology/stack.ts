import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isReady, type Product, startProduct } from '../../bench/product.ts'
import { killAll } from '../torture/processes.ts'
import {
  type DatabaseLocation,
  databaseAt,
  deleteDatabaseFiles,
  PASSWORDS,
  runOperatorScript,
  startDatabase,
} from './database.ts'
import { DEPLOY, descendantsOf, type Part, startPart } from './part.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)

/** Every service of compose.yaml except the mail catcher, on the loopback address. */
export type Stack = {
  programs: Programs
  folder: string
  ports: Ports
  /** The two swap roles at a failover. */
  primary: Database
  replica: Database
  pooler: Part
  proxy: Part
  servers: Record<ServerName, Product>
}
type Database = { location: DatabaseLocation; part: Part }
type ServerName = 'a' | 'b'
type Ports = ReturnType<typeof portsFrom>

const portsFrom = (first: number) => ({
  proxy: first,
  a: first + 1,
  b: first + 2,
  pooler: first + 3,
  databaseA: first + 4,
  databaseB: first + 5,
})

/** Starts all parts in the order of their dependencies. */
export async function startStack(
  programs: Programs,
  folder: string,
  firstPort: number,
): Promise<Stack> {
  const ports = portsFrom(firstPort)
  const locationA = { name: 'database-a', port: ports.databaseA, folder, programs }
  const locationB = { name: 'database-b', port: ports.databaseB, folder, programs }
  const primary = { location: locationA, part: await startDatabase(locationA) }
  const replica = { location: locationB, part: await startDatabase(locationB, locationA.port) }
  await runOperatorScript(locationA, locationA.port, 'wait-for-replica.sh', 'on')
  const base = { programs, folder, ports, primary, replica }
  const pooler = await startPooler(base)
  // The first server migrates the database, so the second starts after it.
  const a = await startServer(base, 'a')
  const b = await startServer(base, 'b')
  const proxy = await startProxy(base)
  return { ...base, pooler, proxy, servers: { a, b } }
}

/** Stops every part that runs. Also works after a failed run. */
export async function stopStack(stack: Stack): Promise<void> {
  await stack.proxy.stop('SIGTERM')
  await Promise.all(Object.values(stack.servers).map((server) => server.stop()))
  await stack.pooler.stop('SIGTERM')
  await stack.primary.part.stop('SIGINT')
  await stack.replica.part.stop('SIGINT')
}

type Base = Pick<Stack, 'programs' | 'folder' | 'ports' | 'primary' | 'replica'>

const poolerFolder = ({ folder }: Base) => join(folder, 'pgbouncer')

export async function startPooler(stack: Base): Promise<Part> {
  const { programs, folder, ports, primary, replica } = stack
  await mkdir(poolerFolder(stack), { recursive: true })
  return startPart({
    name: 'pooler',
    folder,
    command: [...programs.prefix, join(DEPLOY, 'pgbouncer/start.sh')],
    env: {
      PATH: programs.path,
      PGBOUNCER_RUN: poolerFolder(stack),
      PRIMARY: `127.0.0.1:${primary.location.port}`,
      REPLICA: `127.0.0.1:${replica.location.port}`,
      LISTEN_ADDRESS: '127.0.0.1',
      LISTEN_PORT: String(ports.pooler),
      ...PASSWORDS,
    },
    isUp: ports.pooler,
  })
}

/** Points the pooler to the current primary and replica. */
async function redirectPooler(stack: Stack, replicaPort: number): Promise<void> {
  const { primary } = stack
  await run(
    join(DEPLOY, 'pgbouncer/point-to.sh'),
    [`127.0.0.1:${primary.location.port}`, `127.0.0.1:${replicaPort}`],
    { env: { PATH: stack.programs.path, PGBOUNCER_RUN: poolerFolder(stack) } },
  )
}

export function startServer(stack: Base, name: ServerName): Promise<Product> {
  const { ports, folder } = stack
  const through = (database: string) =>
    `postgresql://raahi:${PASSWORDS.DATABASE_PASSWORD}@127.0.0.1:${ports.pooler}/${database}`
  return startProduct({
    port: ports[name],
    databaseUrl: through('raahi'),
    folder,
    env: {
      DATABASE_DIRECT_URL: through('raahi_session'),
      DATABASE_REPLICA_URL: through('raahi_replica'),
      PUBLIC_URL: `http://127.0.0.1:${ports.proxy}`,
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

export function startProxy({ programs, folder, ports }: Base): Promise<Part> {
  return startPart({
    name: 'proxy',
    folder,
    command: ['haproxy', '-db', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')],
    env: {
      PATH: programs.path,
      RAAHI_BIND: `127.0.0.1:${ports.proxy}`,
      RAAHI_SERVER_A: `127.0.0.1:${ports.a}`,
      RAAHI_SERVER_B: `127.0.0.1:${ports.b}`,
    },
    isUp: () => isReady(ports.proxy),
  })
}

/** What an operator does after the primary is lost: promotes the replica, which then has no replica. */
export async function failOver(stack: Stack): Promise<void> {
  const { primary: lost, replica } = stack
  await runOperatorScript(stack, replica.location.port, 'promote.sh')
  stack.primary = replica
  stack.replica = lost
  await redirectPooler(stack, replica.location.port)
}

/** Creates a replica in location of the lost one. Every commit waits for it afterwards. */
export async function recreateReplica(stack: Stack): Promise<void> {
  const { primary, replica } = stack
  await deleteDatabaseFiles(replica.location)
  replica.part = await startDatabase(replica.location, primary.location.port)
  await runOperatorScript(stack, primary.location.port, 'wait-for-replica.sh', 'on')
  await redirectPooler(stack, replica.location.port)
}

/** The product's database on the primary, without pooler and proxy. */
export const primaryDatabase = ({ primary }: Stack) => databaseAt(primary.location.port)
export const replicaDatabase = ({ replica }: Stack) => databaseAt(replica.location.port)
